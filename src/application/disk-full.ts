import { CountersignFault } from './fault.ts'

const codes: ReadonlySet<unknown> = new Set(['disk_full', 'ENOSPC', 'EDQUOT'])
const maxCauses = 5

/** No room on this machine's disk, as git, the workspace or the system itself say it. */
export function isDiskFull(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < maxCauses && one instanceof Error; depth += 1) {
    if ('code' in one && codes.has(one.code)) return true
    one = one.cause
  }
  return false
}

export function diskFull(cause: unknown): CountersignFault {
  const seen = cause instanceof Error ? cause.message : String(cause)
  return new CountersignFault('disk_full', 'there is no room on the disk', seen, cause)
}
