import { type Envelope, payloads, type WebhookEvent } from './payload.ts'
import type { PayloadOf } from './webhook-place.ts'

/** A webhook of which parts are read, and what was read of it so far. */
export class PickedPayload {
  readonly envelope: Envelope
  readonly #body: unknown
  #kept: object | null = null

  constructor(body: unknown, envelope: Envelope) {
    this.#body = body
    this.envelope = envelope
  }

  /** Of the shape of the webhook; null where nothing was read but who sent it from where. */
  get kept(): object | null {
    return this.#kept
  }

  /** The parts of it that are read where it is of this event. Throws a ZodError where it isn't of that shape. */
  pick<E extends WebhookEvent>(event: E): PayloadOf<E> {
    // Which schema it is by its name, the compiler can't see.
    const picked = payloads[event].parse(this.#body) as PayloadOf<E>
    this.#kept = { ...this.envelope, ...picked }
    return picked
  }
}
