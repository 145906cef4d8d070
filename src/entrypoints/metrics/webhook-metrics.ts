import type { MiddlewareHandler } from 'hono'
import { Counter, Histogram, type Registry } from 'prom-client'
import { traced } from '../../application/trace.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const maxDeliveryLength = 64

/** Webhooks by event and outcome, and how long GitHub waits for its answer. Each line of the log names the delivery. */
export function createWebhookMetrics(register: Registry): MiddlewareHandler {
  const webhooks = new Counter({
    name: 'countersign_webhooks_total',
    help: 'Webhooks by event and outcome: accepted, known, refused (signature, size, shape), not_stored, failed.',
    labelNames: ['event', 'outcome'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'countersign_webhook_seconds',
    help: 'From the request to the answer, of webhooks that were taken (2xx) or not.',
    labelNames: ['taken'],
    buckets,
    registers: [register],
  })
  return async (c, next) => {
    const end = seconds.startTimer()
    const delivery = c.req.header('x-github-delivery')?.slice(0, maxDeliveryLength)
    await traced(delivery === undefined ? {} : { deliveries: [delivery] }, next)
    const taken = c.res.status === 202
    end({ taken: String(taken) })
    // Anybody can make up names of events until the signature is known to hold.
    const event = taken ? eventOf(c.req.header('x-github-event')) : 'unknown'
    webhooks.inc({ event, outcome: taken ? (c.get('webhookOutcome') ?? 'accepted') : refusalOf(c.res.status) })
  }
}

function eventOf(header: string | undefined): string {
  return header !== undefined && /^[a-z_]{1,40}$/.test(header) ? header : 'unknown'
}

function refusalOf(status: number): string {
  if (status === 503) return 'not_stored'
  return status >= 500 ? 'failed' : 'refused'
}
