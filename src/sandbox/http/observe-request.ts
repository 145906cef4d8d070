import { setTimeout as delay } from 'node:timers/promises'
import { renderFault } from './faults.ts'
import type { Gateway } from './gateway.ts'

/** What is learnt of a request while it is answered. */
export interface Progress {
  actor: string
  headers: Record<string, string>
}

/** What all requests have in common: injected faults, latency, and their line in the log. */
export async function observeRequest(
  { internals, faults }: Gateway,
  request: Request,
  route: string,
  answer: (progress: Progress) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  const progress: Progress = { actor: 'anonymous', headers: {} }
  const before = faults.take(route, 'before')
  let response = before ? renderFault(before) : await answer(progress)
  const after = faults.take(route, 'after')
  if (after) response = renderFault(after)
  if (internals.options.latencyMs) await delay(internals.options.latencyMs)
  const url = new URL(request.url)
  internals.options.onRequest?.({
    time: internals.now().toISOString(),
    method: request.method,
    path: url.pathname + url.search,
    route,
    status: response.status,
    ms: Math.round(performance.now() - started),
    actor: progress.actor,
  })

  return response
}
