import { createHash } from 'node:crypto'
import type { Git } from './git.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

export interface BlobDigest {
  size: number
  sha256: string
}

const newline = 10

/** Size and sha256 of each blob by its id; their bytes pass through, however large they are. */
export async function readBlobDigests(
  git: Git,
  gitDir: string,
  blobs: readonly string[],
): Promise<Map<string, BlobDigest>> {
  const digests = new Map<string, BlobDigest>()
  if (blobs.length === 0) return digests
  let current: { blob: string; size: number; left: number; hash: ReturnType<typeof createHash> } | undefined
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of git.stream({ gitDir, args: ['cat-file', '--batch'], input: `${blobs.join('\n')}\n` })) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (current === undefined) {
        const end = rest.indexOf(newline)
        if (end < 0) break
        current = startBlob(Buffer.from(rest.subarray(0, end)).toString('latin1'))
        rest = rest.subarray(end + 1)
      }
      const part = rest.subarray(0, current.left)
      current.hash.update(part)
      current.left -= part.length
      rest = rest.subarray(part.length)
      if (current.left > 0 || rest.length === 0) break
      digests.set(current.blob, { size: current.size, sha256: current.hash.digest('hex') })
      current = undefined
      rest = rest.subarray(1)
    }
  }

  return digests
}

/** From `<id> blob <size>`; the bytes and one newline follow. */
function startBlob(header: string) {
  const [blob = '', type, size] = header.split(' ')
  if (type !== 'blob') {
    throw new WorkspaceError('blob_missing', 'a blob of the change is missing', { details: header, retry: 'later' })
  }

  return { blob, size: Number(size), left: Number(size), hash: createHash('sha256') }
}
