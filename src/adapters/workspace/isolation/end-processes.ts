import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const maxRounds = 50
const roundMs = 20

/** Signals a process group; one that is gone is fine. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  signalProcess(-leader, signal)
}

/**
 * Ends processes that left their group but still carry an entry that begins with the run's mark in their environment,
 * until none is left (they may fork meanwhile) or a second has passed. Needs /proc.
 */
export async function endMarked(mark: string): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const pids = await findMarked(mark)
    if (pids.length === 0) return
    for (const pid of pids) signalProcess(pid, 'SIGKILL')
    await wait(roundMs)
  }
}

async function findMarked(mark: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')))

  return pids.filter(
    (pid, at) => pid !== process.pid && environments[at]?.split('\0').some((entry) => entry.startsWith(mark)),
  )
}

/** A process that is gone, or became somebody else's, can't be signalled. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
