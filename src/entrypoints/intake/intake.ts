import type { Logger } from 'pino'
import { ZodError } from 'zod'
import { type ReadWebhook, readWebhook } from '../../adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import { isSignature, verifySignature } from '../../adapters/github/webhook/verify-signature.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { Delivery } from '../../application/ports/queues/inbox.ts'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import { issueKey } from '../../application/ports/queues/message.ts'

/** GitHub's have 36 at most. A replay may have any: what can't be stored would take its neighbours with it. */
const maxHeaderLength = 100
const wrongSignature = 'X-Hub-Signature-256 is missing or wrong'
/** What GitHub signed is gone with it. */
export const readBefore =
  'another middleware has read the body, and without its bytes nobody can check who signed it: have this one come before express.json() and the like, or keep the bytes in request.rawBody'
const strangeSignature =
  'a webhook was refused, as it is signed with another secret: is WEBHOOK_SECRET the one in the App’s settings? Not said again until one is right'

export interface IntakeOptions {
  secrets: readonly string[]
  context: () => WebhookContext
  /** Durable once it resolves. */
  store: (delivery: Delivery) => Promise<'stored' | 'known'>
  /** What took longer counts as not stored; GitHub gives up after ten seconds. */
  storeDeadlineMs: number
  /** What is remembered of a repository is old; durable once it resolves. */
  forget: (repository: RepositoryRef) => Promise<void>
  log: Logger
}

/** A webhook that somebody sends: what its headers say, and its bytes for who asks. */
export interface IncomingWebhook {
  event: string | undefined
  delivery: string | undefined
  signature: string | undefined
  readBody: () => Promise<Uint8Array | UnreadBody>
}

/** It is larger than a webhook may be, took long while there was no room for it, its sender hung up, or somebody has read it before. */
export type UnreadBody = 'too_large' | 'no_room' | 'hung_up' | 'read_before'

export interface WebhookAnswer {
  status: 202 | 400 | 401 | 413 | 500 | 503
  said: { status: 'accepted' | 'known' } | { error: string }
}

export type TakeWebhook = (webhook: IncomingWebhook) => Promise<WebhookAnswer>

/** Takes webhooks: size cap, HMAC over the raw bytes, stored, then 2xx; 503 where they can't be stored (design 3.7). Never rejects. */
export function createIntake(options: IntakeOptions): TakeWebhook {
  const refused = { isTold: false }
  return async (webhook) => {
    try {
      return await take({ ...options, refused }, webhook)
    } catch (error) {
      options.log.error({ err: error }, 'webhook not taken')
      return refuseWebhook(500, 'it could not be taken; deliver it again')
    }
  }
}

interface Intake extends IntakeOptions {
  /** Whether the log says so already: anybody may send what is signed wrongly, as often as they like. */
  refused: { isTold: boolean }
}

async function take(options: Intake, webhook: IncomingWebhook): Promise<WebhookAnswer> {
  // Nothing is read of what nobody can have signed.
  if (!isSignature(webhook.signature)) return refuseWebhook(401, wrongSignature)
  const bytes = await webhook.readBody()
  if (bytes === 'too_large') return refuseWebhook(413, 'the body is larger than 25 MB')
  if (bytes === 'no_room') return refuseWebhook(503, 'it came slowly, and others need the room; deliver it again')
  if (bytes === 'hung_up') return refuseWebhook(400, 'the sender hung up before the end of the webhook')
  if (bytes === 'read_before') return refuseWebhook(400, readBefore)
  const sorted = sort(options, webhook, bytes)
  if ('status' in sorted) return sorted
  const stored = await tryStore(options, sorted)
  if (stored === undefined) return refuseWebhook(503, 'it could not be stored; deliver it again')
  return stored === 'known' ? known : accepted
}

interface Sorted {
  event: string
  delivery: string
  forget: RepositoryRef | null
  /** Null where nothing is to be done about it. */
  row: Delivery | null
}

/** What is to be stored, or the answer. Not part of `take`: what was parsed must be garbage before it waits for the database. */
function sort(
  options: Intake,
  { event, delivery, signature }: IncomingWebhook,
  bytes: Uint8Array,
): Sorted | WebhookAnswer {
  if (!verifySignature(bytes, signature, options.secrets)) {
    if (!options.refused.isTold) options.log.warn(strangeSignature)
    options.refused.isTold = true
    return refuseWebhook(401, wrongSignature)
  }
  options.refused.isTold = false
  if (!event || !delivery) return refuseWebhook(400, 'X-GitHub-Event and X-GitHub-Delivery are required')
  if (Math.max(event.length, delivery.length) > maxHeaderLength)
    return refuseWebhook(400, `X-GitHub-Event or X-GitHub-Delivery is longer than ${maxHeaderLength}`)
  const body = parseBody(bytes)
  if (body === undefined) return refuseWebhook(400, 'the body is not JSON')
  const context = options.context()
  const read = tryRead(event, body, context)
  if (typeof read === 'string') {
    options.log.warn({ event, delivery, why: read }, 'webhook of an unknown shape')
    return refuseWebhook(400, read)
  }
  options.log.debug({ event, delivery, messages: read.messages.map((message) => message.kind) }, 'webhook')
  const place = findPartition(read)
  if (place === undefined) return read.forget === null ? accepted : { event, delivery, forget: read.forget, row: null }
  const row = {
    id: delivery,
    event,
    body: Buffer.from(JSON.stringify(read.kept)),
    bodyKey: signature,
    receivedAt: context.now,
    run: null,
    ...place,
  }
  return { event, delivery, forget: read.forget, row }
}

const accepted: WebhookAnswer = { status: 202, said: { status: 'accepted' } }
const known: WebhookAnswer = { status: 202, said: { status: 'known' } }

function refuseWebhook(status: Exclude<WebhookAnswer['status'], 202>, error: string): WebhookAnswer {
  return { status, said: { error } }
}

/** Where the webhook waits its turn; undefined where there is nothing to do about it. */
function findPartition({
  messages,
  installed,
}: ReadWebhook): Pick<Delivery, 'partition' | 'installationId'> | undefined {
  const repository = messages[0]?.repository ?? installed[0]
  if (repository === undefined) return undefined
  const { installationId } = repository
  const [key, ...others] = new Set(messages.map((message) => issueKey(message.repository, message.issueNumber)))
  return { installationId, partition: key === undefined || others.length > 0 ? repository.key : key }
}

async function tryStore(options: IntakeOptions, sorted: Sorted): Promise<'stored' | 'known' | undefined> {
  let deadline: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      const why = `not stored after ${options.storeDeadlineMs} ms`
      deadline = setTimeout(() => reject(new Error(why)), options.storeDeadlineMs)
    })
    return await Promise.race([store(options, sorted), late])
  } catch (error) {
    const { event, delivery } = sorted
    // Where the database is away, each webhook is a line, and where the code of ours stood is none of it.
    const why = error instanceof CountersignFault ? { why: `${error.message}: ${error.details}` } : { err: error }
    options.log.error({ ...why, event, delivery }, 'webhook not stored')
    return undefined
  } finally {
    clearTimeout(deadline)
  }
}

async function store(options: IntakeOptions, { forget, row }: Sorted): Promise<'stored' | 'known'> {
  if (forget !== null) await options.forget(forget)
  return row === null ? 'stored' : options.store(row)
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

const decoder = new TextDecoder()

function parseBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
