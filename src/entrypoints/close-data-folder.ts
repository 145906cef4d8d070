import { chmod, mkdir, stat } from 'node:fs/promises'
import type { Logger } from 'pino'

/** Makes the folder of the server's data, or closes the one that is there, to all users but its own: it holds whole repositories. */
export async function closeDataFolder(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    if (((await stat(dir)).mode & 0o077) !== 0) await chmod(dir, 0o700)
  } catch (error) {
    log.warn({ err: error, dir }, 'other users may look into DATA_DIR')
  }
}
