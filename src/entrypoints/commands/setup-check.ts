import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../../adapters/github/client/github-fault.ts'
import { type TriedDelivery, tryDelivery } from '../../adapters/github/webhook/try-delivery.ts'
import { checkEdition } from '../server/outside/check-edition.ts'
import { connectGitHub } from '../server/connect-github.ts'
import { parseSettings } from '../settings/parse-settings.ts'
import { webhookPath } from '../intake/webhook-listener.ts'
import type { CommandIo } from './verify.ts'

/**
 * `countersign setup --check`: whether GitHub reaches the server of these settings, and of GitHub Enterprise Server whether
 * it is one to work with; exit code 0 all is well, 1 something isn't, 2 it could not be told. What is sent again was handled before, or is handled now: the server knows it by its id.
 */
export async function runSetupCheck(io: CommandIo, waitMs: (ms: number) => Promise<void> = wait): Promise<number> {
  const settings = parseSettings(io.env)
  const connection = await connectGitHub(settings)
  const { app, botLogin } = connection
  io.stdout(`GitHub knows the App: ${botLogin}. APP_ID and PRIVATE_KEY fit.\n`)
  const { data, headers } = await call('look at the webhook', () => app.rest.apps.getWebhookConfigForApp())
  const found = await checkEdition(connection, headers['x-github-enterprise-version'], settings)
  for (const { isGood, words } of found) (isGood ? io.stdout : io.stderr)(`${words}\n`)
  const isFit = found.every(({ isGood }) => isGood)
  if (data.url === undefined || data.url === '') {
    io.stderr(`It has no webhook. Set one in the App's settings on GitHub: https://<your server>${webhookPath}\n`)
    return 1
  }
  io.stdout(`It sends webhooks to ${data.url}. Asking it to send one again …\n`)
  const { code, words } = explainDelivery(await tryDelivery(app, waitMs), data.url)
  if (code === 0) io.stdout(`${words}\n`)
  else io.stderr(`${words}\n`)
  return isFit ? code : 1
}

function explainDelivery(tried: TriedDelivery, url: string): { code: 0 | 1 | 2; words: string } {
  switch (tried.kind) {
    case 'none':
      return {
        code: 2,
        words:
          'It has sent none in the last days, so there is none to send again. Install the App on a repository, or comment on an issue there, and ask again.',
      }
    case 'untold':
      return {
        code: 2,
        words: `GitHub has not told in half a minute what came of it. See "Advanced" in the App's settings.`,
      }
    case 'told': {
      const { statusCode: status, event } = tried
      if (status >= 200 && status < 300)
        return {
          code: 0,
          words: `GitHub reaches the server: "${event}" was answered with ${status}. That was the server as it runs: WEBHOOK_SECRET and STATE_SECRET are not tried from here.`,
        }
      return { code: 1, words: `"${event}": ${tried.status} (${status}). ${explainStatus(status, url)}` }
    }
  }
}

function explainStatus(status: number, url: string): string {
  if (status === 401) return 'The server was reached, but its WEBHOOK_SECRET is another one than in the App’s settings.'
  if (status === 404 || status === 405)
    return `Something answers there, but not Countersign: the proxy must lead ${new URL(url).pathname} to the server.`
  if (status >= 300 && status < 400)
    return 'GitHub follows no redirect: put the address that it leads to into the App’s settings.'
  if (status === 503) return 'The server, or the proxy before it, is there but can’t take it now: see its log.'
  if (status === 502 || status === 504)
    return 'Nobody answered in time: is the server running, is the name in DNS, is the port open, is the certificate valid?'
  return 'The log of the server, or of the proxy before it, says more.'
}
