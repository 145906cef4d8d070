import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TokenUsage } from '../../../domain/models/token-usage.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type ModelRefusal, renderStreamError } from '../dialects/render-refusal.ts'
import { type AnswerRenderer, readPieces } from '../translation/chat-answer.ts'
import { UsageMeter } from '../dialects/usage-meter.ts'
import { asFault, UpstreamFault } from '../upstream/send-upstream.ts'
import { KeyFilter, removeKeys } from './key-filter.ts'
import { StreamWatch } from './stream-watch.ts'

export interface Forwarding {
  answer: IncomingMessage
  response: ServerResponse
  /** The agent's, and the one that the provider answers in. */
  dialect: Dialect
  spoken: Dialect
  /** Tells the answer in the agent's dialect, where that is another one. */
  renderer: AnswerRenderer | null
  /** Never to be seen by whoever asked. */
  keys: readonly string[]
  /** The gateway asked to be told of tokens, and whoever called did not. */
  hidesUsage: boolean
  maxBytes: number
  keepText: boolean
  onFirstByte: () => void
}

export interface Forwarded {
  outcome: 'answered' | 'cut' | 'failed'
  why: string | null
  usage: TokenUsage | null
  bytes: number
  sha256: string
  text: string
}

const keptText = 512 * 1024
const passedHeaders = ['x-request-id', 'request-id', 'openai-processing-ms', 'anthropic-organization-id'] as const

/** Passes a provider's answer on as it comes; an answer that is none is told as a refusal, if nothing was passed on yet. */
export async function forwardAnswer(forwarding: Forwarding): Promise<Forwarded | ModelRefusal> {
  const type = forwarding.answer.headers['content-type'] ?? ''
  if (/^text\/event-stream\b/i.test(type)) return await forwardStream(forwarding)
  if (/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) return await forwardWhole(forwarding)
  forwarding.answer.destroy()
  return failed(`it answered with ${type === '' ? 'no type of content' : type.slice(0, 60)}, which no model does`)
}

async function forwardStream({
  answer,
  response,
  dialect,
  spoken,
  renderer,
  keys,
  ...rest
}: Forwarding): Promise<Forwarded> {
  const writer = new AnswerWriter(response, keys, rest)
  const isRewritten = renderer !== null || rest.hidesUsage
  const watch = new StreamWatch(spoken, (data, isOnlyUsage) => {
    if (renderer !== null) for (const piece of readPieces(parse(data))) writer.queue(renderer.take(piece))
    else if (isRewritten && !isOnlyUsage) writer.queue(`data: ${data}\n\n`)
  })
  writer.begin({ ...passOn(answer), 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  writer.queue(renderer?.begin() ?? '')
  let why: string | null = null
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      writer.count(chunk)
      watch.take(chunk)
      if (!isRewritten) writer.queue(chunk)
      if (!watch.isReading) throw new UpstreamFault('an event of it was too large')
      await writer.flush()
    }
    if (!watch.hasEnded) why = 'its answer broke off'
  } catch (error) {
    why = error instanceof AnswerTooLarge ? error.message : asFault(error).message
  }
  answer.destroy()
  const fault = watch.hasEnded
    ? 'the provider failed within its answer'
    : `the answer of the model is not whole: ${why}`
  const isWhole = watch.hasEnded && !(watch.hasFailed && renderer !== null)
  const last = isWhole
    ? renderer?.end(watch.usage)
    : renderStreamError(dialect, { kind: 'provider_failed', message: fault })
  writer.queue(last ?? '')
  await writer.end()
  const outcome = watch.hasFailed ? 'failed' : watch.hasEnded ? 'answered' : 'cut'
  const said = watch.hasFailed ? 'it failed within its answer' : watch.hasEnded ? null : why
  return { outcome, why: said, usage: watch.usage, ...writer.summary() }
}

async function forwardWhole({
  answer,
  response,
  spoken,
  renderer,
  keys,
  ...rest
}: Forwarding): Promise<Forwarded | ModelRefusal> {
  const writer = new AnswerWriter(response, keys, rest)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      writer.count(chunk)
      chunks.push(chunk)
    }
  } catch (error) {
    return failed(error instanceof AnswerTooLarge ? error.message : `its answer broke off: ${asFault(error).message}`)
  } finally {
    answer.destroy()
  }
  const body = Buffer.concat(chunks)
  const value = parse(body)
  if (typeof value !== 'object' || value === null) return failed('its answer is not JSON')
  const meter = new UsageMeter(spoken)
  meter.take(value)
  writer.begin({ ...passOn(answer), 'content-type': 'application/json' })
  writer.queue(renderer === null ? body : renderWhole(renderer, value, meter.usage))
  await writer.end()
  return { outcome: 'answered', why: null, usage: meter.usage, ...writer.summary() }
}

function renderWhole(renderer: AnswerRenderer, value: object, usage: TokenUsage | null): string {
  for (const piece of readPieces(value)) renderer.take(piece)
  return JSON.stringify(renderer.whole(usage))
}

function failed(why: string): ModelRefusal {
  return { kind: 'provider_failed', message: `the provider can't be used: ${why}` }
}

function parse(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function passOn({ headers }: IncomingMessage): Record<string, string> {
  const found = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= 200 ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

class AnswerTooLarge extends Error {}

/** Writes to whoever asked, no faster than they read, and keeps account of it. */
class AnswerWriter {
  readonly #response: ServerResponse
  readonly #keys: readonly string[]
  readonly #filter: KeyFilter
  readonly #hash = createHash('sha256')
  readonly #limits: Pick<Forwarding, 'maxBytes' | 'keepText' | 'onFirstByte'>
  readonly #kept: Buffer[] = []
  #keptBytes = 0
  #bytes = 0

  constructor(
    response: ServerResponse,
    keys: readonly string[],
    limits: Pick<Forwarding, 'maxBytes' | 'keepText' | 'onFirstByte'>,
  ) {
    this.#response = response
    this.#keys = keys
    this.#filter = new KeyFilter(keys)
    this.#limits = limits
  }

  begin(headers: Record<string, string>): void {
    const clean = Object.entries(headers).map(([name, value]) => [name, removeKeys(dropControls(value), this.#keys)])
    this.#response.writeHead(200, Object.fromEntries(clean))
    this.#response.flushHeaders()
  }

  /** Throws where the provider sent more than may be passed on. */
  count(chunk: Buffer): void {
    if (this.#bytes === 0) this.#limits.onFirstByte()
    this.#bytes += chunk.length
    this.#hash.update(chunk)
    const { maxBytes, keepText } = this.#limits
    if (keepText && this.#keptBytes < keptText) {
      this.#kept.push(chunk)
      this.#keptBytes += chunk.length
    }
    if (this.#bytes > maxBytes) throw new AnswerTooLarge(`it was larger than ${Math.floor(maxBytes / 1e6)} MB`)
  }

  queue(text: Buffer | string): void {
    const clean = this.#filter.push(typeof text === 'string' ? Buffer.from(text) : text)
    if (clean.length > 0 && !this.#response.destroyed) this.#response.write(clean)
  }

  async flush(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return
    const gone = new AbortController()
    const close = () => gone.abort()
    this.#response.once('close', close)
    try {
      await once(this.#response, 'drain', { signal: gone.signal })
    } catch {
      throw new UpstreamFault('whoever asked is gone')
    } finally {
      this.#response.off('close', close)
    }
  }

  async end(): Promise<void> {
    const last = this.#filter.end()
    if (this.#response.destroyed) return
    await new Promise<void>((resolve) => {
      this.#response.once('close', resolve)
      this.#response.end(last, resolve)
    })
  }

  summary() {
    const text = dropControls(Buffer.concat(this.#kept).subarray(0, keptText).toString('utf8'))
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex'), text }
  }
}

function dropControls(text: string): string {
  return text.replaceAll(/[^\t\n\x20-\x7E\u00A0-\uFFFF]/g, '')
}
