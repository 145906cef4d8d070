import type { ProbotOctokit } from 'probot'
import type { Deliveries, SentDelivery } from '../../../application/ports/queues/deliveries.ts'
import { call, toGitHubFault } from '../client/github-fault.ts'

const perPage = 100

/** The App's own webhook deliveries, asked for as the App itself. */
export function createDeliveries(app: ProbotOctokit): Deliveries {
  return {
    list: (outcome, since) => list(app, outcome, since),
    async redeliver(id) {
      await call('have a webhook delivered again', () => app.rest.apps.redeliverWebhookDelivery({ delivery_id: id }))
    },
  }
}

async function* list(app: ProbotOctokit, status: 'success' | 'failure', since: string): AsyncGenerator<SentDelivery[]> {
  const sinceMs = Date.parse(since)
  const query = { per_page: perPage, status }
  try {
    for await (const { data } of app.paginate.iterator('GET /app/hook/deliveries', query)) {
      const recent = data.filter((one) => Date.parse(one.delivered_at) >= sinceMs)
      yield recent.map(({ id, guid, delivered_at: at }) => ({ id, guid, at }))
      if (recent.length < data.length) return
    }
  } catch (error) {
    throw toGitHubFault(error, 'list webhook deliveries')
  }
}
