import { createHmac } from 'node:crypto'
import { CountersignFault } from '../../application/fault.ts'
import type { NoticeMessage, Notices } from '../../application/ports/notices.ts'
import type { NoticeEvent, NoticePlan } from '../../domain/effects/notice.ts'
import { findQuietMs, type QuietHours } from './quiet-hours.ts'

const deadlineMs = 10_000

export interface NoticeOptions {
  webhook: { url: string; secret: string } | null
  /** Slack's incoming webhook, or anything that takes the same (Mattermost, Discord with `/slack`). */
  slack: { url: string } | null
  events: readonly NoticeEvent[]
  quiet: QuietHours | null
  fetch?: typeof fetch
}

/** Tells the addresses of the operator, once each try: whoever calls tries again. */
export function createNotices({ webhook, slack, events, quiet, fetch: send = fetch }: NoticeOptions): Notices {
  const plan: NoticePlan = {
    ...(webhook === null ? {} : { webhook: events }),
    ...(slack === null ? {} : { slack: events }),
  }
  return {
    plan,
    quietMs: (at) => (quiet === null ? 0 : findQuietMs(quiet, new Date(at))),
    async send(to, message) {
      if (to === 'webhook' && webhook !== null) await post(send, webhook.url, ...signed(message, webhook.secret))
      if (to === 'slack' && slack !== null) await post(send, slack.url, JSON.stringify({ text: message.text }), {})
    },
  }
}

/** As GitHub signs its own, so that what checks those checks these. */
function signed({ id, event, payload }: NoticeMessage, secret: string): [string, Record<string, string>] {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = {
    'x-hub-signature-256': `sha256=${signature}`,
    'x-countersign-event': event,
    'x-countersign-delivery': id,
  }
  return [body, headers]
}

async function post(send: typeof fetch, url: string, body: string, headers: Record<string, string>): Promise<void> {
  const own = { 'content-type': 'application/json', 'user-agent': 'countersign' }
  const request = { method: 'POST', body, headers: { ...own, ...headers }, redirect: 'manual' as const }
  let status: number
  try {
    const answer = await send(url, { ...request, signal: AbortSignal.timeout(deadlineMs) })
    await answer.body?.cancel()
    if (answer.ok) return
    status = answer.status
  } catch (error) {
    throw new CountersignFault('notice_undelivered', 'nobody took the message', '', error)
  }
  // The address may be the secret itself, as Slack's is: it is not named.
  throw new CountersignFault('notice_undelivered', `the message was answered with ${status}`, '')
}
