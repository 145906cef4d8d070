import { createHash } from 'node:crypto'
import type { BundleFolder, FolderEntry } from '../ports/state/bundle-folder.ts'

/** What a file's bytes come to. */
export interface FileDigest {
  size: number
  /** Lower-case hex. */
  sha256: string
  /** Git's id of these bytes as a blob, if they are as many as was said. */
  blob: string
}

/** Read as one: a file of this size costs less than a stream. */
const mostAtOnce = 1024 * 1024

/** Digests bytes as they come; `size`: how many there should be. */
export function createDigester(size: number) {
  const sha256 = createHash('sha256')
  const blob = createHash('sha1').update(`blob ${size}\0`)
  let length = 0
  return {
    update(bytes: Uint8Array): void {
      sha256.update(bytes)
      blob.update(bytes)
      length += bytes.length
    },
    end: (): FileDigest => ({ size: length, sha256: sha256.digest('hex'), blob: blob.digest('hex') }),
  }
}

/** Digest of a file in a folder, of which no more than a piece is in memory where it is large. */
export async function digestFile(folder: BundleFolder, { path, size }: FolderEntry): Promise<FileDigest> {
  const digester = createDigester(size)
  if (size <= mostAtOnce) digester.update(await folder.read(path))
  else for await (const chunk of folder.open(path)) digester.update(chunk)
  return digester.end()
}
