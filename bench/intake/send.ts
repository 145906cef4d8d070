import { connect, type Socket } from 'node:net'
import type { Webhook } from './webhooks.ts'

/** One kept-alive connection; it asks for little of the processor, which the server needs. */
export interface Connection {
  /** Milliseconds from sending to the whole answer, and its status. */
  send(request: Buffer): Promise<{ status: number; ms: number }>
  close(): void
}

/** The bytes of a request as GitHub sends it. */
export function renderRequest(webhook: Webhook, url: URL): Buffer {
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'User-Agent: GitHub-Hookshot/044aadd',
    'Accept: */*',
    'Content-Type: application/json',
    `Content-Length: ${webhook.body.length}`,
    `X-GitHub-Event: ${webhook.event}`,
    `X-GitHub-Delivery: ${webhook.delivery}`,
    'X-GitHub-Hook-ID: 292430182',
    'X-GitHub-Hook-Installation-Target-ID: 79929171',
    'X-GitHub-Hook-Installation-Target-Type: integration',
    `X-Hub-Signature-256: ${webhook.signature}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), webhook.body])
}

/** Connects at the first request, so that a burst of new connections counts as one. */
export function openConnection(url: URL): Connection {
  let socket: Socket | undefined
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  let received = ''

  const open = (): Socket => {
    const opened = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    opened.setEncoding('latin1')
    opened.on('data', (chunk: string) => {
      received += chunk
      const status = findAnswer(received)
      if (status === undefined) return
      received = ''
      settle?.resolve(status)
    })
    opened.on('error', (error) => settle?.reject(error))
    opened.on('close', () => settle?.reject(new Error('the connection was closed')))
    return opened
  }

  return {
    async send(request) {
      socket ??= open()
      const started = performance.now()
      const status = await new Promise<number>((resolve, reject) => {
        settle = { resolve, reject }
        socket?.write(request)
      })
      return { status, ms: performance.now() - started }
    },
    close: () => socket?.destroy(),
  }
}

/** The status of an answer that came whole; all these servers say how long it is, or send it in chunks. */
function findAnswer(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const isWhole = length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length)
  return isWhole ? Number(head.slice(9, 12)) : undefined
}
