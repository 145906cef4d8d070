import type { Logger } from 'pino'

/** Lines of the log about one that is away. `untilMs`: it counts as away when it has failed all the time for that long. */
export interface OutageWords {
  untilMs: number
  began: string
  ended: string
}

export interface OutageWatch {
  /** `sinceMs`: when it was asked. */
  fail(why: string, sinceMs: number): void
  succeed(): void
  /** Since when it doesn't answer; undefined while it does. Milliseconds. */
  findSinceMs: () => number | undefined
  /** Is called each time that it answers again. */
  onEnd(ended: () => void): void
}

/** Whether somebody outside answers this process at all. Beginning and end are a line of the log. */
export function watchOutage(
  log: Pick<Logger, 'warn' | 'info'>,
  nowMs: () => number,
  findWords: () => OutageWords,
): OutageWatch {
  const listeners: (() => void)[] = []
  let firstFailureMs: number | undefined
  let words: OutageWords | undefined

  return {
    fail(why, sinceMs) {
      firstFailureMs ??= sinceMs
      const { untilMs, began } = findWords()
      if (words !== undefined || nowMs() - firstFailureMs < untilMs) return
      words = findWords()
      const since = new Date(firstFailureMs).toISOString()
      log.warn({ since, why }, began)
    },
    succeed() {
      const since = firstFailureMs
      const begun = words
      firstFailureMs = undefined
      words = undefined
      if (begun === undefined || since === undefined) return
      const minutes = Math.round((nowMs() - since) / 60_000)
      log.info({ since: new Date(since).toISOString(), minutes }, begun.ended)
      for (const ended of listeners) ended()
    },
    findSinceMs: () => (words === undefined ? undefined : firstFailureMs),
    onEnd: (ended) => void listeners.push(ended),
  }
}
