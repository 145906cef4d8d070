import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from '../plumbing/git.ts'

/** Stores the bytes in the repository as they are and gives their ids, in one process. */
export async function writeBlobs(git: Git, gitDir: string, blobs: readonly Uint8Array[]): Promise<string[]> {
  if (blobs.length === 0) return []
  const folder = await mkdtemp(join(gitDir, 'incoming-'))
  try {
    const paths = blobs.map((_, index) => join(folder, String(index)))
    for (const [index, bytes] of blobs.entries()) await writeFile(paths[index] ?? '', bytes)
    const ids = await git.read({
      gitDir,
      args: ['hash-object', '-w', '--no-filters', '--stdin-paths'],
      input: `${paths.join('\n')}\n`,
    })
    return ids.toString('utf8').trim().split('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
