/** What is told where something may be due, as `pg_notify` brings it. */
export type Tidings = string | undefined

/**
 * What one process has in memory any other would have to read first, and whoever looks costs the database something. So
 * others look that much later, where it wasn't taken.
 */
const othersWaitMs = 200

export interface Nearness {
  /** The name of this process. */
  holder: string
  /** Whether this process has the partition, or has worked in its repository just now. */
  isNear: (partition: string) => boolean
}

/** Who looks at what: the runs, or the inbox. */
export interface Wake {
  runs: () => void
  inbox: () => void
}

/**
 * Wakes what a notification is about: `inbox` with the partitions that have something new, `runs` with who ordered them.
 * At once where this process is near to it, or where it isn't said; else a moment later. Returns how to end it.
 */
export function wakeNearest(wake: Wake, near: Nearness): { hear: (tidings: Tidings) => void; close: () => void } {
  const late = new Map<keyof Wake, NodeJS.Timeout>()
  const wakeLater = (what: keyof Wake) => {
    if (late.has(what)) return
    const act = () => {
      late.delete(what)
      wake[what]()
    }
    late.set(what, setTimeout(act, othersWaitMs).unref())
  }
  return {
    hear(tidings) {
      const [what, ...about] = (tidings ?? '').split(' ')
      if (what !== 'inbox' && what !== 'runs') {
        wake.inbox()
        wake.runs()
        return
      }
      const isMine = what === 'runs' ? (by: string) => by === near.holder : near.isNear
      if (about.length === 0 || about.some(isMine)) wake[what]()
      else wakeLater(what)
    },
    close() {
      for (const timer of late.values()) clearTimeout(timer)
      late.clear()
    },
  }
}
