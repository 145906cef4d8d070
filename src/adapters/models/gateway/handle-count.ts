import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { estimateTokens } from '../../../domain/models/token-usage.ts'
import { keepInside } from '../dialects/keep-inside.ts'
import { readCall } from '../dialects/read-call.ts'
import type { Route } from '../dialects/read-route.ts'
import { type ModelRefusal, renderRefusal } from '../dialects/render-refusal.ts'
import { askProvider } from '../upstream/ask-provider.ts'
import { findEndpoint } from '../upstream/provider.ts'
import { chooseModel, type CallTarget } from './choose-model.ts'
import type { GatewayContext } from './gateway-context.ts'
import { readBody } from './read-body.ts'

const number = z.int().nonnegative().optional()
const CountSchema = z.object({ input_tokens: number, totalTokens: number })

type CountRoute = Extract<Route, { kind: 'count' }>

/**
 * How many tokens a call would have: as the provider says it where it speaks the dialect, else by what so many bytes
 * come to. It costs nothing, and is no call of a model.
 */
export async function handleCount(
  context: GatewayContext,
  route: CountRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, context.options.maxRequestBytes)
  const counted = Buffer.isBuffer(body) ? await count(context, route, body, response) : body
  if (typeof counted !== 'number') {
    const { status, headers, body: text } = renderRefusal(route.dialect, counted)
    response.writeHead(status, headers).end(text)
    return
  }
  const told = route.dialect === 'messages' ? { input_tokens: counted } : { totalTokens: counted }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
}

async function count(
  context: GatewayContext,
  { dialect, model: inPath }: CountRoute,
  bytes: Buffer,
  response: ServerResponse,
): Promise<number | ModelRefusal> {
  const body = readCall(dialect, bytes)
  if (typeof body === 'string') return { kind: 'malformed', message: body }
  const target = chooseModel(context.options, inPath ?? body.model ?? '', dialect)
  if ('message' in target) return target.kind === 'unsupported' ? estimateTokens(bytes.length, 0) : target
  if (target.dialect !== dialect) return estimateTokens(bytes.length, 0)
  const { json, address } = keepInside(dialect, body.json)
  if (address !== null) return { kind: 'not_allowed', message: 'the call has an address for the provider to fetch' }
  const counted = await ask(context, target, json, response)
  return counted ?? estimateTokens(bytes.length, 0)
}

/** Undefined where the provider can't say. */
async function ask(
  { upstream, options, clock }: GatewayContext,
  { provider, model, dialect }: CallTarget,
  json: Record<string, unknown>,
  response: ServerResponse,
): Promise<number | undefined> {
  const gone = new AbortController()
  const close = () => gone.abort()
  response.once('close', close)
  try {
    const isGemini = dialect === 'gemini'
    const endpoint = findEndpoint(provider, dialect, model.upstream, 'countTokens')
    const asked = await askProvider(
      upstream,
      {
        url: isGemini ? endpoint.url : `${endpoint.url}/count_tokens`,
        headers: { ...endpoint.headers, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(isGemini ? json : { ...json, model: model.upstream })),
        signal: gone.signal,
      },
      { ...options.retry, retries: 0 },
      clock,
    )
    return asked.kind === 'answered' ? await readCount(asked.answer) : undefined
  } finally {
    response.off('close', close)
  }
}

async function readCount(answer: IncomingMessage): Promise<number | undefined> {
  const body = await readBody(answer, 64 * 1024).catch(() => undefined)
  if (!Buffer.isBuffer(body)) return undefined
  try {
    const said = CountSchema.safeParse(JSON.parse(body.toString('utf8')))
    return said.success ? (said.data.input_tokens ?? said.data.totalTokens) : undefined
  } catch {
    return undefined
  }
}
