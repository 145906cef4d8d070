import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyRoom } from '../intake/body-room.ts'
import { readBefore, type TakeWebhook, type UnreadBody, type WebhookAnswer } from '../intake/intake.ts'
import { maxBodyBytes, readIncoming, sendAnswer } from '../intake/webhook-listener.ts'
import type { ProbotServer } from './probot-server.ts'

/** A request whose body somebody has read before: Probot takes it from there. */
type ReadRequest = IncomingMessage & { body?: unknown; rawBody?: unknown }

export interface GuardedWebhooks {
  /** Whether the webhook of that id is handed on just now, after it was stored. */
  has(id: string): boolean
}

/**
 * Puts the intake before Probot's own: what is too large is never read, and nobody is called, nor GitHub answered, before
 * the webhook is stored. Probot reads bodies of any size, and answers 202 after nine seconds whatever came of it. What is
 * stored goes on to Probot, for other applications on the same server.
 */
export function guardWebhooks(app: ProbotServer, take: TakeWebhook, room = new BodyRoom()): GuardedWebhooks {
  const handedOn = new Set<string>()
  const probots = app.getNodeMiddleware.bind(app)

  app.getNodeMiddleware = async (options) => {
    const inner = await probots(options)
    const path = normalize(options?.path ?? app.webhookPath)
    return async (request, response, next) => {
      if (request.method !== 'POST' || normalize(request.url) !== path) return inner(request, response, next)
      const stored = await store(take, room, request, response)
      if (stored === undefined) return true
      handedOn.add(stored.id)
      try {
        return await inner(Object.assign(request, { body: stored.body }), response, next)
      } finally {
        handedOn.delete(stored.id)
      }
    }
  }
  return { has: (id) => handedOn.has(id) }
}

/** What was stored of a webhook; undefined where it was refused, and answered so. */
async function store(
  take: TakeWebhook,
  room: BodyRoom,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ id: string; body: string } | undefined> {
  const incoming = readIncoming(request, room)
  const before = findReadBody(request)
  let body: string | undefined
  const answered = await take({
    ...incoming,
    async readBody() {
      const read = before.kind === 'unread' ? await incoming.readBody() : limit(before)
      if (typeof read !== 'string') body = new TextDecoder().decode(read)
      return read
    },
  })
  if (answered.status === 202 && body !== undefined) return { id: incoming.delivery ?? '', body }
  sendAnswer(request, response, explainReadBefore(answered, before))
  return undefined
}

/** As `@octokit/webhooks` compares paths. */
function normalize(url = ''): string {
  const { pathname } = URL.parse(url, 'http://localhost') ?? { pathname: '' }
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return pathname.slice(0, end)
}

type ReadBefore =
  | { kind: 'unread' }
  | { kind: 'gone' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'written_again'; bytes: Uint8Array }

/** The stream gives its bytes once: whoever waits for them after somebody else waits until GitHub gives up. */
function findReadBody({ body, rawBody, readableDidRead }: ReadRequest): ReadBefore {
  for (const one of [rawBody, body]) {
    if (one instanceof Uint8Array) return { kind: 'bytes', bytes: one }
    if (typeof one === 'string') return { kind: 'bytes', bytes: Buffer.from(one) }
  }
  if (!readableDidRead) return { kind: 'unread' }
  if (typeof body !== 'object' || body === null) return { kind: 'gone' }
  // Often the very text that GitHub signed; whether it is, the signature says.
  return { kind: 'written_again', bytes: Buffer.from(JSON.stringify(body)) }
}

function limit(read: Exclude<ReadBefore, { kind: 'unread' }>): Uint8Array | UnreadBody {
  if (read.kind === 'gone') return 'read_before'
  return read.bytes.length > maxBodyBytes ? 'too_large' : read.bytes
}

/** A signature that is not over a text which was written again may be right: what is wrong is that it was read. */
function explainReadBefore(answered: WebhookAnswer, { kind }: ReadBefore): WebhookAnswer {
  return kind === 'written_again' && answered.status === 401 ? { status: 400, said: { error: readBefore } } : answered
}
