import { setTimeout as delay } from 'node:timers/promises'
import type { Passage } from '../instance/sandbox.ts'
import { authenticate } from './authenticate.ts'
import { type Faults, renderFault } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { identify } from '../limits/rate-limits.ts'

/** What is learnt of a request while it is answered. */
export interface Progress {
  actor: string
  headers: Record<string, string>
}

/** What all requests have in common: injected faults, latency, and their line in the log. */
export async function observeRequest(
  gateway: Gateway,
  request: Request,
  route: string,
  answer: (progress: Progress) => Promise<Response>,
): Promise<Response> {
  const { internals } = gateway
  const started = performance.now()
  const progress: Progress = { actor: 'anonymous', headers: {} }
  const { intervene } = internals.options
  const carryOut = () => carryOutWithFaults(gateway.faults, route, () => answer(progress))
  const response = intervene
    ? await intervene({ ...(await describe(gateway, request, route)), carryOut })
    : await carryOut()
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

async function carryOutWithFaults(faults: Faults, route: string, answer: () => Promise<Response>): Promise<Response> {
  const before = faults.take(route, 'before')
  const response = before ? renderFault(before) : await answer()
  const after = faults.take(route, 'after')

  return after ? renderFault(after) : response
}

async function describe(gateway: Gateway, request: Request, route: string): Promise<Omit<Passage, 'carryOut'>> {
  const { method, headers, url } = request
  const { pathname, search } = new URL(url)
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  // The body can be read once only, and whoever does the request needs it.
  const body = isJson && method !== 'GET' ? await request.clone().text() : null

  return { method, path: pathname + search, route, actor: nameActor(gateway, headers.get('authorization')), body }
}

function nameActor({ internals }: Gateway, authorization: string | null): string {
  try {
    return identify(authenticate(internals.world, authorization ?? undefined, internals.now()))
  } catch {
    return 'anonymous'
  }
}
