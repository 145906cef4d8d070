import { rm } from 'node:fs/promises'

/** A folder of servers that were killed: what their git was at goes on for some seconds, and may write to it meanwhile. */
export function removeFolder(dir: string): Promise<void> {
  return rm(dir, { recursive: true, force: true, maxRetries: 30, retryDelay: 50 })
}
