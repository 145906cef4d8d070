import { EnvelopeSchema, payloads, type WebhookEvent } from './payload.ts'

/**
 * The parts of a webhook that are read. They are what is stored: an eighth of it, and nobody's business is the rest. Read in
 * its place they mean the same (decision 102). Throws a ZodError on a payload of another shape.
 */
export function pickPayload(event: WebhookEvent, body: unknown): object {
  return { ...EnvelopeSchema.parse(body), ...payloads[event].parse(body) }
}
