import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder even where a command took away its own right to write in it. */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true })
  } catch {
    await allowAll(dir)
    await rm(dir, { recursive: true, force: true })
  }
}

async function allowAll(dir: string): Promise<void> {
  await chmod(dir, 0o700)
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) await allowAll(join(dir, entry.name))
  }
}
