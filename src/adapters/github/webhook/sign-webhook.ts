import { createHmac } from 'node:crypto'

/** `X-Hub-Signature-256` of these bytes under that secret. */
export function signWebhook(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
