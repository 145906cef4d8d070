import type { ProbotOctokit } from 'probot'
import type { Deliveries, Delivery } from '../../application/ports/deliveries.ts'
import { call } from './github-fault.ts'

const perPage = 100
const maxPages = 20

/** The App's own webhook deliveries, asked for as the App itself. */
export function createDeliveries(app: ProbotOctokit): Deliveries {
  return {
    list: (outcome, since) => call('list webhook deliveries', () => list(app, outcome, since)),
    async redeliver(id) {
      await call('have a webhook delivered again', () => app.rest.apps.redeliverWebhookDelivery({ delivery_id: id }))
    },
  }
}

async function list(app: ProbotOctokit, outcome: 'success' | 'failure', since: string): Promise<Delivery[]> {
  const found: Delivery[] = []
  let pages = 0
  const query = { per_page: perPage, status: outcome }
  for await (const { data } of app.paginate.iterator('GET /app/hook/deliveries', query)) {
    const recent = data.filter((one) => Date.parse(one.delivered_at) >= Date.parse(since))
    found.push(...recent.map(({ id, guid, delivered_at: at }) => ({ id, guid, at })))
    pages += 1
    if (recent.length < data.length || pages === maxPages) break
  }
  return found
}
