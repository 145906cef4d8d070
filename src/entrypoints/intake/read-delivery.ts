import { ZodError } from 'zod'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import type { ReadDelivery } from '../../application/decide/handle-deliveries.ts'
import { ownEvent, parseOwnMessages } from '../../application/attempts/own-delivery.ts'
import type { InboxRow } from '../../application/ports/queues/inbox.ts'
import { tryRead } from './intake.ts'

/** Reads stored deliveries as they were read when they came: at that time, whenever they are handled. */
export function createDeliveryReader(context: Omit<WebhookContext, 'now'>): (row: InboxRow) => ReadDelivery {
  return ({ delivery }) => {
    const body: unknown = JSON.parse(new TextDecoder().decode(delivery.body))
    if (delivery.event === ownEvent) return readOwn(body)
    const read = tryRead(delivery.event, body, { ...context, now: delivery.receivedAt })
    return typeof read === 'string' ? { unreadable: read } : read
  }
}

function readOwn(body: unknown): ReadDelivery {
  try {
    return { messages: parseOwnMessages(body), installed: [] }
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    return { unreadable: 'it was stored by another version of Countersign' }
  }
}
