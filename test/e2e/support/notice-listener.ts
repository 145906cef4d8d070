import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifySignature } from '../../../src/adapters/github/webhook/verify-signature.ts'

interface ToldNotice {
  event: string
  delivery: string
  /** By the secret that it was to be signed with. */
  signed: boolean
  payload: unknown
}

/** An address that is told of plans and verdicts, and what it was told so far. */
export async function listenForNotices(secret: string) {
  const told: ToldNotice[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const { headers } = request
      told.push({
        event: String(headers['x-countersign-event']),
        delivery: String(headers['x-countersign-delivery']),
        signed: verifySignature(body, String(headers['x-hub-signature-256']), [secret]),
        payload: JSON.parse(body.toString()),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { told, url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
