import { type RecordMessage, recordText } from '../domain/language/message.ts'
import { CountersignFault } from './fault.ts'

type Lack = 'disk_full' | 'machine_exhausted'

/** As git, the workspace or the system itself say it. */
const lacks: ReadonlyMap<unknown, Lack> = new Map([
  ['disk_full', 'disk_full'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['machine_exhausted', 'machine_exhausted'],
  ['EMFILE', 'machine_exhausted'],
  ['ENFILE', 'machine_exhausted'],
])
const words = {
  disk_full: 'there is no room on the disk',
  machine_exhausted: 'this machine can open no more files or processes',
} as const satisfies Record<Lack, RecordMessage>
const maxCauses = 5

function findLack(error: unknown): Lack | undefined {
  let one = error
  for (let depth = 0; depth < maxCauses && one instanceof Error; depth += 1) {
    const lack = 'code' in one ? lacks.get(one.code) : undefined
    if (lack !== undefined) return lack
    one = one.cause
  }
  return undefined
}

/** This machine has no room on its disk, or no file handles or processes left: no fault of what was to be done. */
export function isMachineFull(error: unknown): boolean {
  return findLack(error) !== undefined
}

/** That fault, by its own code, of an error that `isMachineFull` told. */
export function machineFull(cause: unknown): CountersignFault {
  const lack = findLack(cause) ?? 'disk_full'
  return new CountersignFault(lack, recordText(words[lack]), findSeen(cause), cause)
}

/** The workspace's faults have the same message, and in `details` what was seen and what to do. */
function findSeen(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return 'details' in cause && typeof cause.details === 'string' && cause.details !== '' ? cause.details : cause.message
}
