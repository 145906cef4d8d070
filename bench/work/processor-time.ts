import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const tickMs = 10

interface Stat {
  parent: number
  ownMs: number
  /** Of its children that ended. */
  endedMs: number
}

/** Processor time of processes and of what they started, in milliseconds. Linux only: elsewhere it is 0. */
export function readProcessorMs(pids: readonly number[]): number {
  const stats = readStats()
  let total = 0
  for (const [pid, stat] of stats) {
    if (isBelow(pid, pids, stats)) total += stat.ownMs + stat.endedMs
  }
  return total
}

function isBelow(pid: number, pids: readonly number[], stats: ReadonlyMap<number, Stat>): boolean {
  for (let at: number | undefined = pid; at !== undefined; at = stats.get(at)?.parent)
    if (pids.includes(at)) return true
  return false
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  if (process.platform !== 'linux') return stats
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined
    if (stat !== undefined) stats.set(Number(name), stat)
  }
  return stats
}

function readStat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, ownMs: (user + system) * tickMs, endedMs: (endedUser + endedSystem) * tickMs }
  } catch {
    // It ended meanwhile.
    return undefined
  }
}
