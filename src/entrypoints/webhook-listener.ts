import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TakeWebhook, WebhookAnswer } from './intake.ts'

export const webhookPath = '/api/github/webhooks'
/** GitHub's own limit for a webhook. */
const maxBodyBytes = 25 * 1024 * 1024

/** Gives webhooks to the intake and everything else to `others`. Node's own requests: a framework's cost as much as all the rest. */
export function createWebhookListener(take: TakeWebhook, others: RequestListener): RequestListener {
  return (request, response) => {
    const { method, url = '' } = request
    const isWebhook = method === 'POST' && (url === webhookPath || url.startsWith(`${webhookPath}?`))
    if (isWebhook) void answer(take, request, response)
    else others(request, response)
  }
}

async function answer(take: TakeWebhook, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answered = await take({
    event: findHeader(request, 'x-github-event'),
    delivery: findHeader(request, 'x-github-delivery'),
    signature: findHeader(request, 'x-hub-signature-256'),
    readBody: () => readBody(request),
  })
  const text = JSON.stringify(answered.said)
  response.writeHead(answered.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headersFor(answered.status),
  })
  response.end(text)
}

function headersFor(status: WebhookAnswer['status']): Record<string, string> {
  // The rest of what is too long is nobody's to read.
  if (status === 413) return { connection: 'close' }
  return status === 503 ? { 'retry-after': '60' } : {}
}

/** Of a header that came twice, both: no signature is two. */
function findHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Rejects when the sender hangs up before the end. */
function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBodyBytes) {
        request.pause()
        resolve(undefined)
      } else chunks.push(chunk)
    })
    request.on('end', () => {
      const [first] = chunks
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks))
    })
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('the sender hung up before the end of the webhook'))
    })
  })
}
