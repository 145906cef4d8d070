import type { Internals } from '../../instance/internals.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import type { Delivery } from '../../world/app.ts'
import { getApp } from './app.ts'

/** The App's webhook deliveries: listed newest first, looked at, and sent again under the same guid. */
export function createDeliveryRoutes(internals: Pick<Internals, 'redeliver'>): Routes {
  return {
    'GET /app/hook/deliveries': (context) => {
      const app = getApp(context)
      const wanted = context.query['status']
      const own = context.world.deliveries.filter(
        (delivery) =>
          delivery.appId === app.id && delivery.statusCode > 0 && (!wanted || outcomeOf(delivery) === wanted),
      )
      const before = context.query['cursor']
      const older = before === undefined ? own : own.filter((delivery) => delivery.id < Number(before))
      const perPage = Math.min(Math.max(1, Number(context.query['per_page'] ?? 30)), 100)
      const page = older.toReversed().slice(0, perPage)
      const last = page.at(-1)
      const status = wanted === undefined ? '' : `&status=${wanted}`
      const next = `${context.api}/app/hook/deliveries?per_page=${perPage}${status}&cursor=${last?.id}`
      const headers: Record<string, string> =
        last && older.length > page.length ? { link: `<${next}>; rel="next"` } : {}

      return { status: 200, body: page.map(presentDelivery), headers }
    },

    'GET /app/hook/deliveries/{delivery_id}': (context) => {
      const delivery = getDelivery(context)
      const { request, response } = delivery
      const url = getApp(context).webhookUrl ?? ''

      return { status: 200, body: { ...presentDelivery(delivery), url, request, response } }
    },

    'POST /app/hook/deliveries/{delivery_id}/attempts': (context) => {
      internals.redeliver(getDelivery(context))
      return { status: 202, body: {} }
    },
  }
}

function outcomeOf(delivery: Delivery): 'success' | 'failure' {
  return delivery.statusCode >= 200 && delivery.statusCode < 400 ? 'success' : 'failure'
}

function getDelivery(context: RouteContext): Delivery {
  const app = getApp(context)
  const wanted = Number(context.params['delivery_id'])
  const found = context.world.deliveries.find((delivery) => delivery.id === wanted && delivery.appId === app.id)
  if (found === undefined) throw new GitHubError(404, 'Not Found')

  return found
}

/** Schema `hook-delivery-item`. */
function presentDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.redelivery,
    duration: delivery.durationSeconds,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  }
}
