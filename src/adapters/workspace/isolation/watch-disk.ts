import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'

const everyMs = 500
const measureMs = 60_000

/** How much was free on the disk of a folder, before anything was written into it; undefined where nobody can tell. */
export async function measureFree(dir: string): Promise<number | undefined> {
  const room = await statfs(dir).catch(() => undefined)
  return room === undefined ? undefined : room.bfree * room.bsize
}

/**
 * Calls `end` once what is in a folder takes more than so many bytes of the disk. How much less is free is asked twice a
 * second, and costs nothing; the folder itself is measured only where so much is gone, as others write too.
 */
export function watchDisk(dir: string, freeBefore: number | undefined, maxBytes: number, end: () => void): Disposable {
  let isLooking = false
  let allowedFor = 0
  async function look(): Promise<void> {
    const free = await measureFree(dir)
    if (free === undefined || freeBefore === undefined || freeBefore - free - allowedFor <= maxBytes) return
    const used = await measureFolder(dir)
    if (used > maxBytes) end()
    // Others wrote the rest.
    else allowedFor = freeBefore - free - used
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }, everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Blocks on the disk, by the system's tool: it goes as deep as it must. What can't be measured is taken for too much. */
async function measureFolder(dir: string): Promise<number> {
  const options = { timeout: measureMs, killSignal: 'SIGKILL' as const }
  const { stdout } = await promisify(execFile)('du', ['-sxk', '--', dir], options).catch(partOf)
  const kilobytes = Number.parseInt(stdout, 10)
  return Number.isNaN(kilobytes) ? Infinity : kilobytes * 1024
}

/** Files that are gone again when they are looked at make it fail, and it tells the sum all the same. */
function partOf(error: unknown): { stdout: string } {
  const stdout = error instanceof Error && 'stdout' in error ? error.stdout : ''
  return { stdout: typeof stdout === 'string' ? stdout : '' }
}
