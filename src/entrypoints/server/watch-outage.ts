import type { Logger } from 'pino'
import type { RequestObservation } from '../../adapters/github/client/request-observation.ts'

/** An outage is that every request failed for that long: before that it was one or two that did. */
const untilOutageMs = 60_000

export interface OutageWatch {
  note(observation: Pick<RequestObservation, 'status' | 'requestId'>): void
  /** Since when GitHub doesn't answer; undefined while it does. Milliseconds. */
  findSinceMs: () => number | undefined
  /** Is called each time that GitHub answers again. */
  onEnd(ended: () => void): void
}

/** Whether GitHub answers this process at all, by what became of its requests. Beginning and end are a line of the log. */
export function watchOutage(log: Pick<Logger, 'warn' | 'info'>, nowMs: () => number): OutageWatch {
  const listeners: (() => void)[] = []
  let firstFailureMs: number | undefined
  let isOutage = false

  function fail(): void {
    const now = nowMs()
    firstFailureMs ??= now
    if (isOutage || now - firstFailureMs < untilOutageMs) return
    isOutage = true
    log.warn({ since: new Date(firstFailureMs).toISOString() }, 'GitHub does not answer: what is owed is deferred')
  }

  function succeed(): void {
    const since = firstFailureMs
    firstFailureMs = undefined
    if (!isOutage || since === undefined) return
    isOutage = false
    const minutes = Math.round((nowMs() - since) / 60_000)
    log.info({ since: new Date(since).toISOString(), minutes }, 'GitHub answers again: what was deferred goes on')
    for (const ended of listeners) ended()
  }

  return {
    note: (observation) => (isFailure(observation) ? fail() : succeed()),
    findSinceMs: () => (isOutage ? firstFailureMs : undefined),
    onEnd: (ended) => void listeners.push(ended),
  }
}

/** A refusal without an id of GitHub's is that of a proxy on the way. */
function isFailure({ status, requestId }: Pick<RequestObservation, 'status' | 'requestId'>): boolean {
  if (status === null || status >= 500) return true
  return requestId === null && (status === 401 || status === 403 || status === 429)
}
