import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder even where a command took away its own right to look or write in it. */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true })
  } catch {
    await allowAll(dir)
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What a removal that is still under way takes meanwhile is fine. */
async function allowAll(dir: string): Promise<void> {
  await chmod(dir, 0o700).catch(() => undefined)
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isDirectory()) await allowAll(join(dir, entry.name))
  }
}
