import type { Logger } from 'pino'
import type { RequestObservation } from '../../adapters/github/client/request-observation.ts'
import { createRequestSpans } from '../../application/spans.ts'
import type { GitHubTools } from './connect-github.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import type { GitHubWatch } from './outside/watch-github.ts'

const longWaitMs = 10_000

/** Every request to GitHub is counted, is told to the watch for outages, and is a line of the log: at debug, or at info where a limit held it back for long. */
export function observeRequests(
  log: Logger,
  metrics: Pick<Metrics, 'request'>,
  outage: Pick<GitHubWatch, 'note'>,
): GitHubTools {
  return {
    observe(observation) {
      metrics.request(observation)
      traceRequest(observation)
      outage.note(observation)
      log[observation.waitedMs >= longWaitMs ? 'info' : 'debug'](detailsOf(observation), 'request to GitHub')
    },
    warn: (message) => log.warn(message),
  }
}

/** Observed where the answer came: whoever asked for it is what it belongs to. */
function traceRequest({ callSite, status, ms, waitedMs, tries }: RequestObservation): void {
  createRequestSpans()(
    `GitHub ${callSite}`,
    ms,
    {
      'http.response.status_code': status ?? 0,
      'countersign.waited_ms': Math.round(waitedMs),
      'countersign.tries': tries,
    },
    status === null || status >= 400,
  )
}

function detailsOf({ callSite, status, ms, waitedMs, tries, installationId, requestId, budget }: RequestObservation) {
  return {
    call_site: callSite,
    status,
    ms: Math.round(ms),
    waited_ms: Math.round(waitedMs),
    tries,
    installation: installationId,
    github_request_id: requestId,
    remaining: budget?.remaining ?? null,
  }
}
