import type { Logger } from 'pino'
import type { RequestObservation } from '../adapters/github/client/request-observation.ts'

/** One line at debug level for each request to GitHub; those that a limit held back for long are told at info. */
export function logRequests(log: Logger): (observation: RequestObservation) => void {
  return ({ callSite, status, ms, waitedMs, installationId, requestId, tries, op, budget }) => {
    const details = {
      call_site: callSite,
      status,
      ms: Math.round(ms),
      waited_ms: Math.round(waitedMs),
      tries,
      installation: installationId,
      github_request_id: requestId,
      op,
      remaining: budget?.remaining ?? null,
    }
    log[waitedMs >= longWaitMs ? 'info' : 'debug'](details, 'request to GitHub')
  }
}

const longWaitMs = 10_000
