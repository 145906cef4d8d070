import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const maxRounds = 50
const roundMs = 20

/** Signals a process group; one that is gone is fine. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  signalProcess(-leader, signal)
}

/**
 * Signals all of a process group but bubblewrap, which takes all that it confines with it, and would leave nobody time to
 * end. Where there is nobody else, it gets it. A command that takes its name forgoes its time.
 */
export async function signalMembers(leader: number, signal: NodeJS.Signals): Promise<void> {
  const members = (await findMembers(leader)).filter(({ pid, name }) => pid !== leader && name !== 'bwrap')
  if (members.length === 0) return signalGroup(leader, signal)
  for (const { pid } of members) signalProcess(pid, signal)
}

/** Resolves when the group is empty, or after so many milliseconds. */
export async function waitForGroup(leader: number, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline && isGroup(leader) && (await findMembers(leader)).length > 0) await wait(roundMs)
}

/** Also true where all that is left of it has ended, and nobody has asked how. */
function isGroup(leader: number): boolean {
  try {
    process.kill(-leader, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

interface Member {
  pid: number
  name: string
}

/** Those that haven't ended, by name, state and group in `/proc/PID/stat`. The name may hold anything. */
async function findMembers(leader: number): Promise<Member[]> {
  const pids = await listProcesses()
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')))
  return pids.flatMap((pid, at) => {
    const stat = stats[at] ?? ''
    const end = stat.lastIndexOf(')')
    const [state, , group] = stat.slice(end + 2).split(' ')
    const name = stat.slice(stat.indexOf('(') + 1, end)
    return state !== 'Z' && Number(group) === leader ? [{ pid, name }] : []
  })
}

async function listProcesses(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
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
  const pids = await listProcesses()
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
