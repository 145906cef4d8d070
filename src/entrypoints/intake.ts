import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { ZodError } from 'zod'
import { type ReadWebhook, readWebhook } from '../adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../adapters/github/webhook/webhook-place.ts'
import { verifySignature } from '../adapters/github/webhook/verify-signature.ts'
import type { Queue } from '../application/ports/queue.ts'
import type { RepositoryRef } from '../application/ports/repository-ref.ts'
import { issueKey, type Signal } from '../application/signal.ts'

/** GitHub's own limit for a webhook. */
const maxBodyBytes = 25 * 1024 * 1024
const rememberedDeliveries = 20_000

export interface IntakeOptions {
  secrets: readonly string[]
  context: () => WebhookContext
  signals: Queue<Signal>
  forget: (repository: RepositoryRef) => void
  installed: (repository: RepositoryRef) => Promise<void>
  log: Logger
}

/** Takes webhooks: size cap, HMAC over the raw bytes, deduplicated, queued, then 2xx (design 3, decision 7). */
export function createIntake(options: IntakeOptions): Hono {
  const seen = new Set<string>()
  const app = new Hono()
  app.onError((error, c) => {
    options.log.error({ err: error }, 'webhook not taken')
    return c.json({ error: 'it could not be taken; deliver it again' }, 500)
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.post(
    '/api/github/webhooks',
    bodyLimit({ maxSize: maxBodyBytes, onError: (c) => c.json({ error: 'the body is larger than 25 MB' }, 413) }),
    async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      if (!verifySignature(bytes, c.req.header('x-hub-signature-256'), options.secrets)) {
        return c.json({ error: 'X-Hub-Signature-256 is missing or wrong' }, 401)
      }
      const event = c.req.header('x-github-event')
      const delivery = c.req.header('x-github-delivery')
      if (!event || !delivery) return c.json({ error: 'X-GitHub-Event and X-GitHub-Delivery are required' }, 400)
      // The signature is over the body alone: a replay can change every header, so it is known by its body too.
      const digest = createHash('sha256').update(bytes).digest('hex')
      if (seen.has(delivery) || seen.has(digest)) return c.json({ status: 'known' }, 202)
      const body = parseJson(bytes)
      if (body === undefined) return c.json({ error: 'the body is not JSON' }, 400)
      const fault = accept(options, event, body, delivery)
      if (fault !== undefined) return c.json({ error: fault }, 400)
      remember(seen, [delivery, digest])
      return c.json({ status: 'accepted' }, 202)
    },
  )
  return app
}

/** Queues what the webhook means; says what is wrong with a payload that isn't of GitHub's shape. */
function accept(options: IntakeOptions, event: string, body: unknown, delivery: string): string | undefined {
  const read = tryRead(event, body, options.context())
  if (typeof read === 'string') {
    options.log.warn({ event, delivery, why: read }, 'webhook of an unknown shape')
    return read
  }
  options.log.debug({ event, delivery, signals: read.signals.map((signal) => signal.kind) }, 'webhook')
  if (read.forget !== null) options.forget(read.forget)
  for (const signal of read.signals) options.signals.push(issueKey(signal.repository, signal.issueNumber), signal, 0)
  for (const repository of read.installed) void options.installed(repository)
  return undefined
}

function tryRead(event: string, body: unknown, context: WebhookContext): ReadWebhook | string {
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

function remember(seen: Set<string>, keys: readonly string[]): void {
  for (const key of keys) seen.add(key)
  for (const key of seen) {
    if (seen.size <= rememberedDeliveries) return
    seen.delete(key)
  }
}
