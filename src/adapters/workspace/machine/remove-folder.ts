import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Removes a folder even where a command took away its own right to look or write in it, or nested folders deeper than a
 * path may be long: the system's own tools go from folder to folder, and need no path from the top.
 */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true })
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', dir]).catch(() => undefined)
    await run('rm', ['-rf', '--', dir]).catch(() => undefined)
    // What a removal that is still under way takes meanwhile is fine; what is left after all says why.
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
