import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 512

/** What a package takes of the disk, as `du` counts, without packages within it; 0 where it isn't installed. */
export async function measureFolder(dir: string): Promise<number> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return 0
  const own = entries.filter(({ name }) => name !== 'node_modules')
  const sizes = own.map(async (entry) => {
    const path = join(dir, entry.name)
    return entry.isDirectory() ? await measureFolder(path) : (await lstat(path)).blocks * blockBytes
  })
  const bytes = await Promise.all(sizes)
  return bytes.reduce((sum, size) => sum + size, (await lstat(dir)).blocks * blockBytes)
}
