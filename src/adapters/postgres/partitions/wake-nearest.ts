/** What is told where something may be due, as `pg_notify` brings it. */
export type Tidings = string | undefined

/** How long what waits is left to who is near to it. */
export interface HeadStart {
  partitionMs: number
  runMs: number
}

export interface Nearness {
  /** The name of this process. */
  holder: string
  /** Whether this process has the partition, or has worked in its repository just now. */
  isNear: (partition: string) => boolean
  headStart: HeadStart
}

/** Who looks at what: the runs, or the inbox. */
export interface Wake {
  runs: () => void
  inbox: () => void
}

/**
 * Wakes what a notification is about: `inbox` with the partitions that have something new, `runs` with who ordered them.
 * At once where this process is near to it, nobody is, or it isn't said; else when it may be taken by others, who would have
 * to read first what the nearest has in memory. Returns how to end it.
 */
export function wakeNearest(wake: Wake, near: Nearness): { hear: (tidings: Tidings) => void; close: () => void } {
  const late = new Map<keyof Wake, NodeJS.Timeout>()
  const wakeLater = (what: keyof Wake) => {
    if (late.has(what)) return
    const waitMs = what === 'runs' ? near.headStart.runMs : near.headStart.partitionMs
    const act = () => {
      late.delete(what)
      wake[what]()
    }
    late.set(what, setTimeout(act, waitMs).unref())
  }
  return {
    hear(tidings) {
      const [what, ...about] = (tidings ?? '').split(' ')
      if (what !== 'inbox' && what !== 'runs') {
        wake.inbox()
        wake.runs()
        return
      }
      const isNear = (partition: string) => partition.startsWith('!') || near.isNear(partition)
      const isMine = what === 'runs' ? (by: string) => by === near.holder : isNear
      if (about.length === 0 || about.some(isMine)) wake[what]()
      else wakeLater(what)
    },
    close() {
      for (const timer of late.values()) clearTimeout(timer)
      late.clear()
    },
  }
}
