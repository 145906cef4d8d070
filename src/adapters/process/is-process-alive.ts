import { readFileSync } from 'node:fs'

/**
 * When a process began, in the kernel's ticks since the machine did. Undefined where there is no such process, or the
 * system doesn't tell.
 */
export function findProcessStart(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the name, which may hold anything; the 22nd of all fields.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

/**
 * Whether the process that had this number still lives. `started`: what `findProcessStart` said of it, undefined where
 * it wasn't kept. The number alone tells little: in a container it is that of the next process, or of one of its
 * threads.
 */
export function isProcessAlive(pid: number, started: string | undefined): boolean {
  const found = findProcessStart(pid)
  if (started !== undefined && found !== undefined) return started === found
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
