import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { BodyRoom } from './body-room.ts'
import type { IncomingWebhook, TakeWebhook, UnreadBody, WebhookAnswer } from './intake.ts'

export const webhookPath = '/api/github/webhooks'
/** GitHub's own limit for a webhook. */
export const maxBodyBytes = 25 * 1024 * 1024

/** Gives webhooks to the intake and everything else to `others`. Node's own requests: a framework's cost as much as all the rest. */
export function createWebhookListener(
  take: TakeWebhook,
  others: RequestListener,
  room = new BodyRoom(),
): RequestListener {
  return (request, response) => {
    const { method, url = '' } = request
    const isWebhook = method === 'POST' && (url === webhookPath || url.startsWith(`${webhookPath}?`))
    if (isWebhook) void answerWebhook(take, room, request, response)
    else others(request, response)
  }
}

async function answerWebhook(
  take: TakeWebhook,
  room: BodyRoom,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  sendAnswer(request, response, await take(readIncoming(request, room)))
}

/** What its headers say, and its bytes for who asks. */
export function readIncoming(request: IncomingMessage, room: BodyRoom): IncomingWebhook {
  return {
    event: findHeader(request, 'x-github-event'),
    delivery: findHeader(request, 'x-github-delivery'),
    signature: findHeader(request, 'x-hub-signature-256'),
    readBody: () => readWebhookBody(request, room),
  }
}

export function sendAnswer(request: IncomingMessage, response: ServerResponse, answered: WebhookAnswer): void {
  const text = JSON.stringify(answered.said)
  response.writeHead(answered.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headersFor(answered.status),
    // The rest of what is not read is nobody's to read.
    ...(request.complete ? {} : { connection: 'close' }),
  })
  response.end(text)
}

function headersFor(status: WebhookAnswer['status']): Record<string, string> {
  return status === 503 ? { 'retry-after': '60' } : {}
}

/** Of a header that came twice, both: no signature is two. */
function findHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function readWebhookBody(request: IncomingMessage, room: BodyRoom): Promise<Uint8Array | UnreadBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return Promise.resolve('too_large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (why: UnreadBody) => {
      request.pause()
      request.removeAllListeners('data')
      chunks.length = 0
      place.leave()
      resolve(why)
    }
    const place = room.enter(() => stop('no_room'))
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBodyBytes) return stop('too_large')
      chunks.push(chunk)
      place.hold(chunk.length)
    })
    request.on('end', () => {
      place.leave()
      const [first] = chunks
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks))
    })
    // Its end is told by `close`.
    request.on('error', () => {})
    request.on('close', () => {
      if (!request.complete) stop('hung_up')
    })
  })
}
