import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ModelCall } from '../../../application/ports/models/call-ledger.ts'
import { addCall } from '../../../domain/models/model-use.ts'
import { explainLimitHit } from '../../../domain/models/spend-limits.ts'
import { readCall } from '../dialects/read-call.ts'
import type { Route } from '../dialects/read-route.ts'
import { type ModelRefusal, renderProviderNo, renderRefusal } from '../dialects/render-refusal.ts'
import { priceCall } from '../prices/price-call.ts'
import { askProvider, type ProviderReply } from '../upstream/ask-provider.ts'
import { findEndpoint } from '../upstream/provider.ts'
import { type AdaptedCall, adaptCall } from './adapt-call.ts'
import type { GatewayContext } from './gateway-context.ts'
import { chooseModel, type CallTarget } from './choose-model.ts'
import { forwardAnswer, type Forwarded } from './forward-answer.ts'
import { removeKeys } from './key-filter.ts'
import { readBody } from './read-body.ts'
import type { OpenRun } from './run-registry.ts'
import type { Admission } from './spend-book.ts'

type CallRoute = Extract<Route, { kind: 'call' }>

/** So long is who asks the same again told the same: agents try again for a minute or so. */
const givenUpForMs = 60_000
const keptText = 512 * 1024

/** One call of a model, from the token's owner to the provider and back; it is recorded whatever comes of it. */
export async function handleCall(
  context: GatewayContext,
  run: OpenRun,
  route: CallRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = new Call(context, run, route, response)
  const body = await readBody(request, context.options.maxRequestBytes)
  if (!Buffer.isBuffer(body)) return call.refuse(body)
  const prepared = call.prepare(body)
  if ('message' in prepared) return call.refuse(prepared)
  const sent = call.send(prepared, request.headers)
  run.pending.add(sent)
  await sent.finally(() => run.pending.delete(sent))
}

interface PreparedCall extends Omit<AdaptedCall, 'json'> {
  target: CallTarget
  body: Buffer
  admission: Admission
}

class Call {
  readonly #context: GatewayContext
  readonly #run: OpenRun
  readonly #route: CallRoute
  readonly #response: ServerResponse
  readonly #record: ModelCall
  readonly #startedMs: number

  constructor(context: GatewayContext, run: OpenRun, route: CallRoute, response: ServerResponse) {
    this.#context = context
    this.#run = run
    this.#route = route
    this.#response = response
    this.#startedMs = context.elapsedMs()
    this.#record = { ...blankCall, ...run.owner, at: context.now().toISOString(), dialect: route.dialect, dropped: [] }
  }

  /** What is sent to the provider: the very same bytes, unless something in them must be otherwise. */
  prepare(bytes: Buffer): PreparedCall | ModelRefusal {
    const { options, book } = this.#context
    const { dialect } = this.#route
    const record = this.#record
    record.requestBytes = bytes.length
    record.requestSha256 = createHash('sha256').update(bytes).digest('hex')
    if (options.keepTexts) record.texts = { request: bytes.subarray(0, keptText).toString('utf8'), answer: '' }
    const body = readCall(dialect, bytes)
    if (typeof body === 'string') return { kind: 'malformed', message: body }
    record.asked = this.#route.model ?? body.model
    const target = chooseModel(options, record.asked ?? '', dialect)
    if ('message' in target) return target
    record.used = target.model.upstream
    record.provider = target.provider.name
    const before = this.#run.givenUp.get(record.requestSha256)
    if (before !== undefined && before.untilMs > this.#context.elapsedMs()) return before.refusal
    const adapted = adaptCall(options, this.#route, body, target)
    if ('message' in adapted) return adapted
    record.dropped = adapted.dropped
    if (this.#run.calls.size >= options.callsAtOnce)
      return { kind: 'not_allowed', message: `a run may have ${options.callsAtOnce} calls at the same time` }
    const admission = book.admit(this.#run.owner, [this.#run.limits, options.limits], bytes.length)
    if (!('settle' in admission)) {
      const reason = explainLimitHit(admission)
      this.#context.stop(this.#run, { kind: 'limit', hit: admission, reason, until: book.renewalOf(admission) })
      return { kind: 'limit_reached', message: `${reason}. A person decides how it goes on; asking again is of no use` }
    }
    const json = adapted.json
    const sent = json === body.json ? bytes : Buffer.from(JSON.stringify(json))
    return { ...adapted, target, body: sent, admission }
  }

  async send(prepared: PreparedCall, headers: IncomingMessage['headers']): Promise<void> {
    const { options, upstream, clock } = this.#context
    const { target, body } = prepared
    const gone = new AbortController()
    const late = setTimeout(() => gone.abort(), options.longestCallMs)
    const close = () => {
      if (!this.#response.writableFinished) gone.abort()
    }
    this.#run.calls.add(gone)
    this.#response.once('close', close)
    try {
      const endpoint = findEndpoint(target.provider, target.dialect, target.model.upstream, this.#verb())
      const outgoing = {
        url: endpoint.url,
        headers: { ...endpoint.headers, ...passHeaders(prepared.translation === null ? headers : {}) },
        body,
        signal: gone.signal,
      }
      const asked = await askProvider(upstream, outgoing, options.retry, clock)
      this.#record.tries = asked.tries
      await this.#answer(asked, prepared, gone.signal)
    } finally {
      clearTimeout(late)
      this.#run.calls.delete(gone)
      this.#response.off('close', close)
      this.#settle(prepared, gone.signal.aborted)
    }
  }

  refuse(refusal: ModelRefusal): void {
    this.#record.outcome = 'refused'
    this.#respond(refusal)
    this.#record.durationMs = Math.round(this.#context.elapsedMs() - this.#startedMs)
    this.#run.use = addCall(this.#run.use, { ...this.#record, model: null })
    this.#context.book.note(this.#record)
    this.#context.onCall(this.#run, this.#record)
  }

  async #answer(
    asked: ProviderReply,
    { target, hidesUsage, translation }: PreparedCall,
    gone: AbortSignal,
  ): Promise<void> {
    const { options, keys } = this.#context
    switch (asked.kind) {
      case 'given_up':
        if (gone.aborted) return this.#respond({ kind: 'provider_failed', message: 'the call was broken off' })
        return this.#giveUp(asked.why, asked.isRefused, target)
      case 'passed_on': {
        this.#record.outcome = 'passed_on'
        this.#record.status = asked.status
        const body = removeKeys(asked.body.toString('utf8'), keys)
        const told = translation === null ? body : renderProviderNo(this.#route.dialect, asked.status, body)
        this.#response.writeHead(asked.status, { 'content-type': 'application/json', 'x-should-retry': 'false' })
        this.#response.end(told)
        return
      }
      case 'answered': {
        const forwarded = await forwardAnswer({
          answer: asked.answer,
          response: this.#response,
          dialect: this.#route.dialect,
          spoken: target.dialect,
          renderer: translation?.createRenderer(randomUUID().replaceAll('-', '')) ?? null,
          keys,
          hidesUsage,
          maxBytes: options.maxAnswerBytes,
          keepText: options.keepTexts,
          onFirstByte: () => (this.#record.firstByteMs = Math.round(this.#context.elapsedMs() - this.#startedMs)),
        })
        if ('kind' in forwarded) return this.#fail(forwarded)
        this.#take(forwarded)
      }
    }
  }

  #giveUp(why: string, isRefused: boolean, { provider }: CallTarget): void {
    const reason = `the provider ${provider.name} can't be used: ${why}`
    const kind = isRefused ? 'provider_refused' : 'provider_failing'
    this.#context.stop(this.#run, { kind, reason })
    this.#fail({ kind: 'provider_failed', message: reason })
  }

  #fail(refusal: ModelRefusal): void {
    const { requestSha256 } = this.#record
    const untilMs = this.#context.elapsedMs() + givenUpForMs
    if (requestSha256 !== null) this.#run.givenUp.set(requestSha256, { refusal, untilMs })
    this.#record.outcome = 'failed'
    this.#respond(refusal)
  }

  #take({ outcome, why, usage, bytes, sha256, text }: Forwarded): void {
    const { texts } = this.#record
    Object.assign(this.#record, { outcome, why, usage, status: 200, answerBytes: bytes, answerSha256: sha256 })
    if (texts !== null) texts.answer = text
  }

  #respond(refusal: ModelRefusal): void {
    const { status, headers, body } = renderRefusal(this.#route.dialect, refusal)
    this.#record.status = status
    this.#record.why = refusal.message
    if (this.#response.destroyed) return
    this.#response.writeHead(status, headers)
    this.#response.end(body)
  }

  #settle({ target, admission }: PreparedCall, isGone: boolean): void {
    const record = this.#record
    const { provider, model } = target
    if (isGone && record.outcome !== 'answered') record.outcome = 'cancelled'
    record.costUsd = record.usage === null ? null : priceCall(provider.kind, model.upstream, model.price, record.usage)
    record.durationMs = Math.round(this.#context.elapsedMs() - this.#startedMs)
    if (record.texts !== null) {
      const { request, answer } = record.texts
      record.texts = { request: this.#context.redact(request), answer: this.#context.redact(answer) }
    }
    this.#run.use = addCall(this.#run.use, { ...record, model: record.used })
    admission.settle(record)
    this.#context.onCall(this.#run, record)
  }

  #verb(): string {
    return this.#route.isStreamed === true ? 'streamGenerateContent?alt=sse' : 'generateContent'
  }
}

const blankCall = {
  provider: null,
  asked: null,
  used: null,
  outcome: 'failed',
  why: null,
  status: 0,
  tries: 0,
  durationMs: 0,
  firstByteMs: null,
  requestBytes: 0,
  requestSha256: null,
  answerBytes: 0,
  answerSha256: null,
  usage: null,
  costUsd: null,
  texts: null,
} as const

/** Of what an agent sends along, what changes the answer; nothing that tells of it or its machine. */
const passedHeaders = ['accept', 'anthropic-version', 'anthropic-beta', 'openai-beta'] as const

function passHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const found = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { 'user-agent': 'countersign', ...Object.fromEntries(found), 'content-type': 'application/json' }
}
