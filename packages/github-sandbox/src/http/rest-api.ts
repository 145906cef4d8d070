import type { RouteRequest } from '../instance/internals.ts'
import { matchOperation, type MatchedOperation } from '../openapi/match-operation.ts'
import { findAnswerFaults, findBodyFaults, findParameterFaults } from '../openapi/validate.ts'
import { GitHubError, type Actor, type RouteAnswer, type RouteHandler } from '../handler/route.ts'
import { authenticate } from './authenticate.ts'
import type { Gateway } from './gateway.ts'
import { observeRequest, type Progress } from './observe-request.ts'
import { paginate } from './paginate.ts'
import { identify, RateLimitError, renderRateHeaders } from '../limits/rate-limits.ts'
import { costOfRest } from '../limits/secondary-limits.ts'
import { documentation, finishHeaders, renderError, renderJson } from './render-answer.ts'

/** Answers one request below `/api/v3` (or an upload): match, authenticate, check, do, check the answer. */
export async function answerRestRequest(gateway: Gateway, request: Request, path: string): Promise<Response> {
  // HEAD is GET without the body, which the server leaves out by itself.
  const matched = matchOperation(request.method === 'HEAD' ? 'GET' : request.method, findByNumber(gateway, path))
  const route = matched?.key ?? `${request.method} unknown`

  return observeRequest(gateway, request, route, async (progress) => {
    const response = await carryOut(gateway, request, matched, progress).catch((error: unknown) => renderError(error))
    finishHeaders(response, progress.headers, gateway.internals.now())
    return response
  })
}

async function carryOut(
  gateway: Gateway,
  request: Request,
  matched: MatchedOperation | undefined,
  progress: Progress,
): Promise<Response> {
  const { internals } = gateway
  const actor = authenticate(internals.world, request.headers.get('authorization') ?? undefined, internals.now())
  progress.actor = identify(actor)
  progress.headers = countRequest(gateway, actor, matched)
  const moved = matched && findMoved(gateway, request, matched)
  if (moved !== undefined) return moved
  const handler = matched && gateway.routes[matched.key]
  if (matched === undefined || handler === undefined) throw new GitHubError(404, 'Not Found')
  const end = gateway.secondaryLimits?.begin(actor, costOfRest(matched.key), internals.now())
  try {
    return await handle(gateway, request, { actor, matched, handler })
  } finally {
    end?.()
  }
}

/** `/repositories/7/…`, where GitHub sends on what is asked of a former name. */
function findByNumber({ internals }: Gateway, path: string): string {
  const [whole, id] = /^\/repositories\/(\d+)(?=\/|$)/.exec(path) ?? []
  const repo = internals.world.repositories.find((one) => String(one.id) === id)
  return whole === undefined || repo === undefined
    ? path
    : `/repos/${repo.owner}/${repo.name}${path.slice(whole.length)}`
}

/** A repository that was renamed or transferred is elsewhere: a read is sent on with 301, a write with 307. */
function findMoved({ internals }: Gateway, request: Request, { params }: MatchedOperation): Response | undefined {
  const asked = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`.toLowerCase()
  const isOf = (name: string) => name.toLowerCase() === asked
  const { repositories } = internals.world
  if (repositories.some(({ owner, name }) => isOf(`${owner}/${name}`))) return undefined
  const repo = repositories.find(({ formerNames }) => formerNames?.some(isOf))
  if (repo === undefined) return undefined
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const { pathname, search } = new URL(request.url)
  const below = pathname.replace(/^(\/api\/(?:v3|uploads))\/repos\/[^/]+\/[^/]+/, '')
  const url = `${internals.api}/repositories/${repo.id}${below}${search}`
  const body = { message: 'Moved Permanently', url, documentation_url: documentation }
  return renderJson(isRead ? 301 : 307, body, { location: url })
}

async function handle(
  gateway: Gateway,
  request: Request,
  { actor, matched, handler }: { actor: Actor; matched: MatchedOperation; handler: RouteHandler },
): Promise<Response> {
  const { internals } = gateway
  const input = await readInput(request, matched)
  const isRead = matched.key.startsWith('GET ')
  const staleness = !isRead ? 'none' : isList(matched) ? 'everything' : 'refs'
  const answer = await handler(internals.createContext(actor, input, staleness))
  if (!isRead) internals.touch()

  return finishAnswer(gateway, matched, answer, new URL(request.url))
}

/** Rate limit headers for this request; asking for the limits themselves is free. */
function countRequest(gateway: Gateway, actor: Actor, matched: MatchedOperation | undefined): Record<string, string> {
  const now = gateway.internals.now()
  if (matched?.key === 'GET /rate_limit') return renderRateHeaders(gateway.rateLimits.read(actor, 'core', now), 'core')
  const state = gateway.rateLimits.take(actor, 'core', now)
  if (state) return renderRateHeaders(state, 'core')
  throw new RateLimitError(gateway.rateLimits.read(actor, 'core', now), 'core', identify(actor), now)
}

/** Lists end in what they list, single things in which one. */
function isList({ key, operation }: MatchedOperation): boolean {
  return !key.endsWith('}') && operation.parameters.some((parameter) => parameter.name === 'per_page')
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
