import { recordOf, textOf } from '../handler/body-value.ts'
import { answerGraphql, type GraphqlRequest } from '../graphql/answer-graphql.ts'
import { GitHubError } from '../handler/route.ts'
import { authenticate } from './authenticate.ts'
import type { Gateway } from './gateway.ts'
import { observeRequest, type Progress } from './observe-request.ts'
import { identify, renderRateHeaders } from '../limits/rate-limits.ts'
import { costOfGraphql } from '../limits/secondary-limits.ts'
import { finishHeaders, renderError, renderJson } from './render-answer.ts'

/** Answers `POST /api/graphql`; mistakes in the document are a 200 with errors, as on GitHub. */
export async function answerGraphqlRequest(gateway: Gateway, request: Request): Promise<Response> {
  return observeRequest(gateway, request, 'POST /graphql', async (progress) => {
    const response = await carryOut(gateway, request, progress).catch((error: unknown) => renderError(error))
    finishHeaders(response, progress.headers, gateway.internals.now())
    return response
  })
}

async function carryOut(gateway: Gateway, request: Request, progress: Progress): Promise<Response> {
  const { internals, rateLimits, secondaryLimits } = gateway
  const now = internals.now()
  const actor = authenticate(internals.world, request.headers.get('authorization') ?? undefined, now)
  progress.actor = identify(actor)
  if (actor.kind === 'anonymous') throw new GitHubError(401, 'This endpoint requires you to be authenticated.')
  if (actor.kind === 'app') throw new GitHubError(401, 'Bad credentials')
  const taken = rateLimits.take(actor, 'graphql', now)
  const rate = taken ?? rateLimits.read(actor, 'graphql', now)
  progress.headers = renderRateHeaders(rate, 'graphql')
  if (taken === undefined) {
    const message = `API rate limit exceeded for ${progress.actor}.`
    return renderJson(200, { errors: [{ type: 'RATE_LIMITED', message }] }, {})
  }

  const asked = await readRequest(request)
  const end = secondaryLimits?.begin(actor, costOfGraphql(asked.query), now)
  try {
    return renderJson(200, await answerGraphql(internals, actor, rate, asked), {})
  } finally {
    end?.()
  }
}

async function readRequest(request: Request): Promise<GraphqlRequest> {
  let body: Record<string, unknown>
  try {
    body = recordOf(JSON.parse(await request.text()))
  } catch {
    throw new GitHubError(400, 'Problems parsing JSON')
  }
  const query = textOf(body['query'])
  if (query === undefined) throw new GitHubError(400, 'A query attribute must be specified and must be a string.')
  const variables = body['variables'] === undefined ? undefined : recordOf(body['variables'])

  return { query, variables, operationName: textOf(body['operationName']) }
}
