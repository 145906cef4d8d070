import type { Logger } from 'pino'
import type { RequestObservation } from '../../../adapters/github/client/request-observation.ts'
import { type OutageWatch, watchOutage } from './watch-outage.ts'

/** At work: before that it was one or two requests that failed. */
const whileWorking = {
  untilMs: 60_000,
  began: 'GitHub does not answer: what is owed is deferred',
  ended: 'GitHub answers again: what was deferred goes on',
}
/** Whoever starts a server looks at it. */
const whileStarting = {
  untilMs: 3_000,
  began: 'GitHub does not answer: webhooks are stored, and the work begins once it does',
  ended: 'GitHub answers: the work begins',
}

type Observed = Pick<RequestObservation, 'status' | 'fault' | 'requestId' | 'ms'>

export interface GitHubWatch extends Pick<OutageWatch, 'findSinceMs' | 'onEnd'> {
  note(observation: Observed): void
}

/** Whether GitHub answers this process at all, by what became of its requests. */
export function watchGitHub(
  log: Pick<Logger, 'warn' | 'info'>,
  nowMs: () => number,
  isStarting: () => boolean,
): GitHubWatch {
  const watch = watchOutage(log, nowMs, () => (isStarting() ? whileStarting : whileWorking))
  return {
    ...watch,
    note: (observation) => {
      const { status, fault, ms } = observation
      if (isFailure(observation)) watch.fail(fault ?? `it answers ${status}`, nowMs() - ms)
      else watch.succeed()
    },
  }
}

/** A refusal without an id of GitHub's is that of a proxy on the way. */
function isFailure({ status, requestId }: Observed): boolean {
  if (status === null || status >= 500) return true
  return requestId === null && (status === 401 || status === 403 || status === 429)
}
