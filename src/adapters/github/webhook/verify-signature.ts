import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a header has the shape of a signature at all. */
export function isSignature(header: string | undefined): header is string {
  return header !== undefined && /^sha256=[0-9a-f]{64}$/.test(header)
}

/** True when `X-Hub-Signature-256` is the HMAC of the raw bytes under one of the secrets (two while rotating), in constant time. */
export function verifySignature(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): header is string {
  if (!isSignature(header)) return false
  const given = Buffer.from(header.slice('sha256='.length), 'hex')
  let held = false
  for (const secret of secrets) {
    const wanted = createHmac('sha256', secret).update(body).digest()
    if (timingSafeEqual(wanted, given)) held = true
  }
  return held
}
