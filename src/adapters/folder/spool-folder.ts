import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { OpenSpool } from '../../application/ports/state/spool.ts'

/** A temporary folder for what is too large for memory; it goes when it is disposed, and the bytes with it. */
export const openSpoolFolder: OpenSpool = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-export-'))
  let count = 0
  return {
    async spool(chunks) {
      count += 1
      const path = join(dir, String(count))
      await pipeline(chunks, createWriteStream(path))
      return openAsBlob(path)
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }),
  }
}
