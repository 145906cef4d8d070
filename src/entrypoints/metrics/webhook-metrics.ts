import { Counter, Histogram, type Registry } from 'prom-client'
import { traced } from '../../application/trace.ts'
import type { TakeWebhook, WebhookAnswer } from '../intake/intake.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const maxDeliveryLength = 64

/** Webhooks by event and outcome, and how long GitHub waits for its answer. Each line of the log names the delivery. */
export function createWebhookMetrics(register: Registry): (take: TakeWebhook) => TakeWebhook {
  const webhooks = new Counter({
    name: 'countersign_webhooks_total',
    help: 'Webhooks by event and outcome: accepted, known, refused (signature, size, shape), not_stored, failed.',
    labelNames: ['event', 'outcome'],
    registers: [register],
  })
  // There from the start: of a counter that begins with the first of them nobody sees that it grew.
  for (const outcome of ['refused', 'not_stored', 'failed']) webhooks.inc({ event: 'unknown', outcome }, 0)
  const seconds = new Histogram({
    name: 'countersign_webhook_seconds',
    help: 'From the request to the answer, of webhooks that were taken (2xx) or not.',
    labelNames: ['taken'],
    buckets,
    registers: [register],
  })
  return (take) => async (webhook) => {
    const end = seconds.startTimer()
    const delivery = webhook.delivery?.slice(0, maxDeliveryLength)
    const answer = await traced(delivery === undefined ? {} : { deliveries: [delivery] }, () => take(webhook))
    const isTaken = answer.status === 202
    end({ taken: String(isTaken) })
    // Anybody can make up names of events until the signature is known to hold.
    webhooks.inc({ event: isTaken ? eventOf(webhook.event) : 'unknown', outcome: outcomeOf(answer) })
    return answer
  }
}

function eventOf(header: string | undefined): string {
  return header !== undefined && /^[a-z_]{1,40}$/.test(header) ? header : 'unknown'
}

function outcomeOf({ status, said }: WebhookAnswer): string {
  if ('status' in said) return said.status
  if (status === 503) return 'not_stored'
  return status >= 500 ? 'failed' : 'refused'
}
