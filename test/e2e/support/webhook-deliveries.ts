import { createHmac, randomUUID } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import type { Sandbox } from 'github-sandbox'
import type { Delivery } from 'github-sandbox'

/** A GitHub and where its webhooks are taken, be it by a server in this process or by one of its own. */
export interface Attached {
  sandbox: Sandbox
  app: { webhookUrl: string }
}

/** The newest webhook of a repository by its event and action. */
export function findDelivery(
  { sandbox }: Pick<Attached, 'sandbox'>,
  repository: string,
  event: string,
  action: string,
): Delivery {
  const found = sandbox.world.deliveries.findLast((one) => {
    const { payload } = one.request as { payload: { repository?: { full_name: string } } }
    return one.event === event && one.action === action && payload.repository?.full_name === repository
  })
  if (found === undefined) throw new Error(`no ${event}.${action} was delivered`)
  return found
}

/** As the App's owner does it on GitHub's page of deliveries. */
export async function redeliver({ sandbox }: Pick<Attached, 'sandbox'>, deliveryId: number): Promise<void> {
  const { id: appId, privateKey } = sandbox.app
  const client = new Octokit({ baseUrl: sandbox.url, authStrategy: createAppAuth, auth: { appId, privateKey } })
  await client.rest.apps.redeliverWebhookDelivery({ delivery_id: deliveryId })
}

/** The signature covers the body alone: whoever has seen one can send it again under another delivery id (design 4.1). */
export async function replayDelivery({ app, sandbox }: Attached, delivery: Delivery): Promise<void> {
  const body = JSON.stringify(delivery.request.payload, null, 1)
  const answer = await fetch(app.webhookUrl, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': delivery.event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', sandbox.app.webhookSecret).update(body).digest('hex')}`,
    },
  })
  if (!answer.ok) throw new Error(`the App answered ${answer.status}`)
}
