import { hash } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { ZodError } from 'zod'
import { type ReadWebhook, readWebhook } from '../adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../adapters/github/webhook/webhook-place.ts'
import { verifySignature } from '../adapters/github/webhook/verify-signature.ts'
import type { Delivery } from '../application/ports/inbox.ts'
import type { RepositoryRef } from '../application/ports/repository-ref.ts'
import { issueKey } from '../application/signal.ts'

/** GitHub's own limit for a webhook. */
const maxBodyBytes = 25 * 1024 * 1024
/** GitHub's have 36 at most. A replay may have any: what can't be stored would take its neighbours with it. */
const maxHeaderLength = 100

export interface IntakeOptions {
  secrets: readonly string[]
  context: () => WebhookContext
  /** Durable once it resolves. */
  store: (delivery: Delivery) => Promise<'stored' | 'known'>
  /** What took longer counts as not stored; GitHub gives up after ten seconds. */
  storeDeadlineMs: number
  forget: (repository: RepositoryRef) => void
  log: Logger
}

declare module 'hono' {
  interface ContextVariableMap {
    /** What became of a webhook that was taken, for those who count. */
    webhookOutcome: 'accepted' | 'known'
  }
}

/** Takes webhooks: size cap, HMAC over the raw bytes, stored, then 2xx; 503 where they can't be stored (design 3, decision 7). */
export function createIntake(options: IntakeOptions): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    options.log.error({ err: error }, 'webhook not taken')
    return c.json({ error: 'it could not be taken; deliver it again' }, 500)
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.post('/api/github/webhooks', capBody, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    if (!verifySignature(bytes, c.req.header('x-hub-signature-256'), options.secrets)) {
      return c.json({ error: 'X-Hub-Signature-256 is missing or wrong' }, 401)
    }
    const event = c.req.header('x-github-event')
    const delivery = c.req.header('x-github-delivery')
    if (!event || !delivery) return c.json({ error: 'X-GitHub-Event and X-GitHub-Delivery are required' }, 400)
    if (Math.max(event.length, delivery.length) > maxHeaderLength)
      return c.json({ error: `X-GitHub-Event or X-GitHub-Delivery is longer than ${maxHeaderLength}` }, 400)
    const body = parseJson(bytes)
    if (body === undefined) return c.json({ error: 'the body is not JSON' }, 400)
    const context = options.context()
    const read = tryRead(event, body, context)
    if (typeof read === 'string') {
      options.log.warn({ event, delivery, why: read }, 'webhook of an unknown shape')
      return c.json({ error: read }, 400)
    }
    options.log.debug({ event, delivery, signals: read.signals.map((signal) => signal.kind) }, 'webhook')
    if (read.forget !== null) options.forget(read.forget)
    const lane = findLane(read)
    if (lane === undefined) return c.json({ status: 'accepted' }, 202)
    const bodySha256 = hash('sha256', bytes, 'hex')
    const row = { id: delivery, event, body: bytes, bodySha256, lane, receivedAt: context.now }
    const stored = await tryStore(options, row)
    if (stored !== undefined) {
      const status = stored === 'known' ? 'known' : 'accepted'
      c.set('webhookOutcome', status)
      return c.json({ status }, 202)
    }
    return c.json({ error: 'it could not be stored; deliver it again' }, 503, { 'retry-after': '60' })
  })
  return app
}

const capStream = bodyLimit({
  maxSize: maxBodyBytes,
  onError: (c) => c.json({ error: 'the body is larger than 25 MB' }, 413),
})

/** GitHub says how long a body is, and Node reads no more than that; making a stream of it to count costs as much as all the rest. */
const capBody: MiddlewareHandler = async (c, next) => {
  const length = c.req.header('content-length')
  if (length === undefined || Number(length) > maxBodyBytes || c.req.header('transfer-encoding') !== undefined)
    return capStream(c, next)
  await next()
}

/** Where the webhook waits its turn; undefined where there is nothing to do about it. */
function findLane({ signals, installed }: ReadWebhook): string | undefined {
  const keys = new Set(signals.map((signal) => issueKey(signal.repository, signal.issueNumber)))
  const [key] = keys
  return keys.size === 1 ? key : (signals[0]?.repository.key ?? installed[0]?.key)
}

async function tryStore(options: IntakeOptions, delivery: Delivery): Promise<'stored' | 'known' | undefined> {
  let deadline: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      const why = `not stored after ${options.storeDeadlineMs} ms`
      deadline = setTimeout(() => reject(new Error(why)), options.storeDeadlineMs)
    })
    return await Promise.race([options.store(delivery), late])
  } catch (error) {
    options.log.error({ err: error, event: delivery.event, delivery: delivery.id }, 'webhook not stored')
    return undefined
  } finally {
    clearTimeout(deadline)
  }
}

/** What a webhook means, or what is wrong with a payload that isn't of GitHub's shape. */
export function tryRead(event: string, body: unknown, context: WebhookContext): ReadWebhook | string {
  try {
    return readWebhook(event, body, context)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    const faults = error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    return `the payload of ${event} is not as GitHub describes it: ${faults.join('; ')}`
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
