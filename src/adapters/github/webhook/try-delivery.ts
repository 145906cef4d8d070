import type { ProbotOctokit } from 'probot'
import { call } from '../client/github-fault.ts'

/** What came of a webhook that GitHub was asked to send once more. */
export type TriedDelivery =
  /** It has sent none lately, so there is none to send again. */
  | { kind: 'none' }
  /** It hasn't told in time. */
  | { kind: 'untold'; event: string }
  /** `statusCode`: what the server answered, or what GitHub makes of its silence; `status`: its own words. */
  | { kind: 'told'; event: string; statusCode: number; status: string }

const tries = 30

/**
 * Has GitHub send the newest webhook of the App again, a ping if there is one, and waits for what comes of it. There is no
 * way to ask for a ping: that exists for the webhooks of repositories only.
 */
export async function tryDelivery(app: ProbotOctokit, wait: (ms: number) => Promise<void>): Promise<TriedDelivery> {
  const list = async () =>
    (await call('list webhook deliveries', () => app.rest.apps.listWebhookDeliveries({ per_page: 100 }))).data
  const before = await list()
  const chosen = before.find((one) => one.event === 'ping') ?? before[0]
  if (chosen === undefined) return { kind: 'none' }
  const { id, guid, event } = chosen
  const known = new Set(before.map((one) => one.id))
  await call('have a webhook delivered again', () => app.rest.apps.redeliverWebhookDelivery({ delivery_id: id }))
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await wait(1_000)
    const again = (await list()).find((one) => one.guid === guid && !known.has(one.id))
    if (again !== undefined) return { kind: 'told', event, statusCode: again.status_code, status: again.status }
  }
  return { kind: 'untold', event }
}
