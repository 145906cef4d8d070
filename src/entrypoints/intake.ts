import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { readWebhook, type WebhookContext } from '../adapters/github/webhook/read-webhook.ts'
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
      if (event === undefined || delivery === undefined)
        return c.json({ error: 'X-GitHub-Event and X-GitHub-Delivery are required' }, 400)
      const digest = createHash('sha256').update(event).update('\0').update(bytes).digest('hex')
      if (seen.has(delivery) || seen.has(digest)) return c.json({ status: 'known' }, 202)
      const body = parseJson(bytes)
      if (body === undefined) return c.json({ error: 'the body is not JSON' }, 400)
      accept(options, event, body, delivery)
      remember(seen, [delivery, digest])
      return c.json({ status: 'accepted' }, 202)
    },
  )
  return app
}

function accept(options: IntakeOptions, event: string, body: unknown, delivery: string): void {
  const read = readWebhook(event, body, options.context())
  options.log.debug({ event, delivery, signals: read.signals.map((signal) => signal.kind) }, 'webhook')
  if (read.forget !== null) options.forget(read.forget)
  for (const signal of read.signals) options.signals.push(issueKey(signal.repository, signal.issueNumber), signal, 0)
  for (const repository of read.installed) void options.installed(repository)
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
