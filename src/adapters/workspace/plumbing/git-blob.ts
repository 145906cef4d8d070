import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'

/** Neither follows a link that took the file's place nor waits on a pipe. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const maxReadAtOnce = 1 << 20

/** Git's id of these bytes as a blob. */
export function hashBlob(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** Git's id of a file's bytes as they are, no filter applied. */
export async function hashBlobFile(path: string | Buffer, size: number): Promise<string> {
  if (size <= maxReadAtOnce) return hashBlob(await readFile(path, { flag: openFlags }))
  await using handle = await open(path, openFlags)
  const hash = createHash('sha1').update(`blob ${size}\0`)
  for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: maxReadAtOnce }))
    hash.update(chunk)

  return hash.digest('hex')
}

/** The first bytes of a file, and how many it has; undefined where it isn't a regular file. */
export async function readFileStart(
  path: string | Buffer,
  maxBytes: number,
): Promise<{ bytes: Buffer; size: number } | undefined> {
  await using handle = await open(path, openFlags)
  const stats = await handle.stat()
  if (!stats.isFile()) return undefined
  const bytes = Buffer.alloc(Math.min(stats.size, maxBytes))
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return { bytes: bytes.subarray(0, filled), size: stats.size }
}

/** The file's bytes; undefined where it isn't a regular file. */
export async function readRegularFile(path: string | Buffer): Promise<Uint8Array | undefined> {
  await using handle = await open(path, openFlags)
  if (!(await handle.stat()).isFile()) return undefined

  // Awaited, so that the handle is not closed under the read.
  return await handle.readFile()
}
