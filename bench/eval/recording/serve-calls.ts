import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CallServer extends AsyncDisposable {
  origin: string
}

export type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>

/** A server on loopback that stands where a provider would. */
export async function serveCalls(answer: Answer): Promise<CallServer> {
  const server = createServer((request, response) => {
    void readBody(request)
      .then((body) => answer(request, body, response))
      .catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
        response.end(error instanceof Error ? error.message : String(error))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
