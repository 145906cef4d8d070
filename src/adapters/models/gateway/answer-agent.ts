import type { IncomingMessage, ServerResponse } from 'node:http'
import { listModels } from '../dialects/list-models.ts'
import { guessDialect, readRoute } from '../dialects/read-route.ts'
import { type ModelRefusal, renderRefusal, type RenderedRefusal } from '../dialects/render-refusal.ts'
import type { GatewayContext } from './gateway-context.ts'
import { handleCall } from './handle-call.ts'
import { handleCount } from './handle-count.ts'
import { findToken, type RunRegistry } from './run-registry.ts'

/**
 * Answers one request of an agent. `socket`: the run whose socket it came by; null for the port that all share. Nothing
 * is told to who has no token, not even what there is.
 */
export async function answerAgent(
  context: GatewayContext,
  runs: RunRegistry,
  socket: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '', headers } = request
  const isAnthropic = headers['anthropic-version'] !== undefined
  const run = runs.find(findToken(headers, url), socket)
  const route = readRoute({ method, url, isAnthropic })
  const refuse = (refusal: ModelRefusal) => send(response, renderRefusal(route?.dialect ?? guessDialect(url), refusal))
  if (run === undefined)
    return refuse({
      kind: 'unknown_token',
      message: 'this takes the token of a run that is going on, and no other key',
    })
  if (route === undefined)
    return refuse({ kind: 'not_found', message: 'there is no such call; models are all there is here' })
  switch (route.kind) {
    case 'call':
      return await handleCall(context, run, route, request, response)
    case 'count':
      return await handleCount(context, route, request, response)
    case 'list': {
      const names = context.options.models.map(({ name }) => name)
      return send(response, listModels(route.dialect, names, route.model))
    }
  }
}

function send(response: ServerResponse, { status, headers, body }: RenderedRefusal): void {
  response.writeHead(status, headers).end(body)
}
