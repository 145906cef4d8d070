import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { Internals, RouteRequest } from '../internals.ts'
import { matchOperation, type MatchedOperation } from '../openapi/match-operation.ts'
import { findAnswerFaults, findBodyFaults, findParameterFaults } from '../openapi/validate.ts'
import { GitHubError, type Actor, type RouteAnswer, type Routes } from '../route.ts'
import { authenticate } from './authenticate.ts'
import { renderFault, type Faults } from './faults.ts'
import { paginate } from './paginate.ts'
import { identify, renderRateHeaders, type RateLimits } from './rate-limits.ts'

/** What the HTTP layer adds to the sandbox. */
export interface Gateway {
  internals: Internals
  routes: Routes
  rateLimits: RateLimits
  faults: Faults
  drifts: string[]
}

const documentation = 'https://docs.github.com/rest'

/** Answers one request below `/api/v3` (or an upload): match, authenticate, check, do, check the answer, log. */
export async function answerRestRequest(gateway: Gateway, request: Request, path: string): Promise<Response> {
  const { internals, faults } = gateway
  const started = performance.now()
  const matched = matchOperation(request.method, path)
  const route = matched?.key ?? `${request.method} unknown`
  const progress = { actor: 'anonymous', headers: {} as Record<string, string> }
  const faultBefore = faults.take(route, 'before')
  let response = faultBefore
    ? renderFault(faultBefore)
    : await carryOut(gateway, request, matched, progress).catch((error: unknown) => renderError(error))
  const faultAfter = faults.take(route, 'after')
  if (faultAfter) response = renderFault(faultAfter)
  if (internals.options.latencyMs) await delay(internals.options.latencyMs)
  finishHeaders(response, progress.headers, internals.now())
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

async function carryOut(
  gateway: Gateway,
  request: Request,
  matched: MatchedOperation | undefined,
  progress: { actor: string; headers: Record<string, string> },
): Promise<Response> {
  const { internals } = gateway
  const actor = authenticate(internals.world, request.headers.get('authorization') ?? undefined, internals.now())
  progress.actor = identify(actor)
  progress.headers = countRequest(gateway, actor, matched)
  const handler = matched && gateway.routes[matched.key]
  if (matched === undefined || handler === undefined) throw new GitHubError(404, 'Not Found')
  const input = await readInput(request, matched)
  const stale = request.method === 'GET'
  const answer = await handler(internals.createContext(actor, input, stale))
  if (request.method !== 'GET') internals.touch()

  return finishAnswer(gateway, matched, answer, new URL(request.url))
}

/** Rate limit headers for this request; asking for the limits themselves is free. */
function countRequest(gateway: Gateway, actor: Actor, matched: MatchedOperation | undefined): Record<string, string> {
  const now = gateway.internals.now()
  if (matched?.key === 'GET /rate_limit') return renderRateHeaders(gateway.rateLimits.read(actor, 'core', now), 'core')
  const state = gateway.rateLimits.take(actor, 'core', now)
  if (state) return renderRateHeaders(state, 'core')
  throw new RateLimitError(gateway.rateLimits.read(actor, 'core', now), identify(actor), now)
}

/** GitHub's answer when the hour's requests are used up. */
export class RateLimitError extends GitHubError {
  readonly headers: Record<string, string>

  constructor(state: Parameters<typeof renderRateHeaders>[0], who: string, now: Date) {
    super(403, `API rate limit exceeded for ${who}.`)
    const seconds = Math.max(1, state.reset - Math.floor(now.getTime() / 1000))
    this.headers = { ...renderRateHeaders(state, 'core'), 'retry-after': String(seconds) }
  }
}

async function readInput(request: Request, { operation, params }: MatchedOperation): Promise<RouteRequest> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const faults = findParameterFaults(operation, params, query)
  // A path parameter of the wrong type names nothing; a query parameter of the wrong type is a mistake.
  if (faults.some((fault) => fault.startsWith("For 'path"))) throw new GitHubError(404, 'Not Found')
  if (faults.length > 0) throw new GitHubError(422, `Invalid request.\n\n${faults.join('\n')}`)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const accept = request.headers.get('accept')
  const contentType = request.headers.get('content-type')
  const input = {
    params,
    query,
    bytes,
    ...(accept === null ? {} : { accept }),
    ...(contentType === null ? {} : { contentType }),
  }
  if (operation.requestBody?.contents['application/json'] === undefined) return input

  return { ...input, body: parseBody(bytes, operation) }
}

function parseBody(bytes: Uint8Array, operation: MatchedOperation['operation']): Record<string, unknown> {
  let body: unknown = {}
  if (bytes.length > 0) {
    try {
      body = JSON.parse(Buffer.from(bytes).toString('utf8'))
    } catch {
      throw new GitHubError(400, 'Problems parsing JSON')
    }
  }
  if (typeof body !== 'object' || body === null) throw new GitHubError(400, 'Body should be a JSON object')
  const faults = bytes.length > 0 || operation.requestBody?.required ? findBodyFaults(operation, body) : []
  if (faults.length > 0) throw new GitHubError(422, `Invalid request.\n\n${faults.join('\n')}`)

  // Labels may also be given as a bare list.
  return Array.isArray(body) ? { labels: body } : { ...body }
}

function finishAnswer(gateway: Gateway, matched: MatchedOperation, answer: RouteAnswer, url: URL): Response {
  const headers: Record<string, string> = { ...answer.headers }
  if (answer.bytes !== undefined) {
    return new Response(Buffer.from(answer.bytes), { status: answer.status, headers })
  }
  let body = answer.body
  if (answer.list !== undefined) {
    const { page, link } = paginate(answer.list, url)
    body = answer.wrap ? answer.wrap(page, answer.list.length) : page
    if (link) headers['link'] = link
  }
  const drift = findAnswerFaults(matched.operation, { status: answer.status, body })
  if (drift.length > 0) {
    gateway.drifts.push(`${matched.key}: ${drift.join(' ')}`)
    return renderJson(500, { message: 'sandbox drifted', errors: drift, documentation_url: documentation }, {})
  }

  return body === undefined
    ? new Response(null, { status: answer.status, headers })
    : renderJson(answer.status, body, headers)
}

/** GitHub's error shape; a fault of the sandbox itself is a 500 that names it. */
export function renderError(error: unknown): Response {
  if (error instanceof GitHubError) {
    const body = {
      message: error.message,
      ...(error.errors === undefined ? {} : { errors: error.errors }),
      documentation_url: documentation,
      status: String(error.status),
    }
    return renderJson(error.status, body, error instanceof RateLimitError ? error.headers : {})
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)

  return renderJson(500, { message: 'Server Error', errors: [detail], documentation_url: documentation }, {})
}

export function renderJson(status: number, body: unknown, headers: Record<string, string>): Response {
  const text = JSON.stringify(body)
  return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
}

/** The headers that every answer of the API has. */
export function finishHeaders(response: Response, headers: Record<string, string>, now: Date): void {
  const all = {
    date: now.toUTCString(),
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': randomUUID().toUpperCase(),
    'access-control-allow-origin': '*',
    ...headers,
  }
  for (const [name, value] of Object.entries(all)) if (!response.headers.has(name)) response.headers.set(name, value)
}
