import { createHash } from 'node:crypto'

/** Git's id of a blob: sha1 over its header and bytes. */
export function gitBlobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
