import type { Logger } from 'pino'
import { loadOptional } from '../settings/missing-package.ts'
import { warnOfPlainHttp } from '../settings/explain-webhook-address.ts'

export interface WebhookChannel {
  close(): Promise<void>
}

/**
 * Takes webhooks from a channel of smee.io (`WEBHOOK_PROXY_URL`) to this server: for development, where GitHub can't reach
 * the machine. The client connects again by itself.
 */
export async function openWebhookChannel(
  source: string,
  target: string,
  web: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<WebhookChannel> {
  const { default: SmeeClient } = await loadOptional(['smee-client'], 'WEBHOOK_PROXY_URL', () => import('smee-client'))
  const plain = warnOfPlainHttp(source, web)
  if (plain !== undefined) log.warn(plain)
  const channel = new SmeeClient({
    source,
    target,
    logger: {
      info: (...words: unknown[]) => log.info({ channel: source }, words.map(String).join(' ')),
      error: (...words: unknown[]) => log.warn({ channel: source }, words.map(String).join(' ')),
    },
  })
  // Of a channel that is away its log tells; it is tried again and again.
  channel.start().catch(() => undefined)
  return { close: () => channel.stop() }
}
