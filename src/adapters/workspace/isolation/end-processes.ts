import { readdir, readFile } from 'node:fs/promises'

/** Signals a process group; one that is gone is fine. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Ends processes that left their group but still carry the run's mark in their environment. Needs /proc. */
export async function endMarked(mark: string): Promise<void> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  await Promise.all(pids.map((pid) => endIfMarked(pid, mark)))
}

async function endIfMarked(pid: number, mark: string): Promise<void> {
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
  if (pid === process.pid || !environment.split('\0').includes(mark)) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}
