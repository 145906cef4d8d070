import { createHash } from 'node:crypto'

/** Lower-case hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Git's id of these bytes as a blob. */
export function gitBlobIdOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
