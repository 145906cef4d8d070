import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { machineExhausted, saysExhausted } from './machine-exhausted.ts'
import { saysOfItself } from './says-of-itself.ts'
import { WorkspaceError } from './workspace-error.ts'

type Room = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>

/** With less than that nothing can be expected of a program. */
const leastBytes = 1 << 20
const saysFull = ['No space left on device', 'Disk quota exceeded']

/**
 * Throws `disk_full` where something failed for want of room: it says so, or there is none in `dir`. A program often
 * says no more than that it could not write. And `machine_exhausted` where it could open no more files or processes.
 */
export async function refuseFullMachine(
  dir: string,
  said: string,
  measure: (dir: string) => Promise<Room> = statfs,
): Promise<void> {
  const room = await measure(dir).catch(() => undefined)
  const isFull = room !== undefined && hasNoRoom(room)
  if (!isFull && saysExhausted(said)) throw machineExhausted(said.trim().slice(-2000))
  if (!isFull && !saysOfItself(said, saysFull)) return
  const left =
    room === undefined ? '' : `${room.bavail * room.bsize} bytes and ${room.ffree} files are left in ${dir}. `
  throw new WorkspaceError('disk_full', 'there is no room on the disk', {
    details: `${left}${said.trim().slice(-2000)}`.trim(),
    retry: 'later',
  })
}

/** Where files aren't counted there are none in all. */
function hasNoRoom({ bavail, bsize, files, ffree }: Room): boolean {
  return bavail * bsize < leastBytes || (files > 0 && ffree === 0)
}
