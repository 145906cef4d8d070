import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Serving {
  port: number
  close: () => Promise<void>
}

/** Whoever takes longer to say what is wanted is cut off. GitHub gives up on a webhook after ten seconds. */
const patience = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 }

/** Listens; rejects where it can't. */
export async function serve(
  listener: RequestListener,
  { HOST, PORT }: { HOST: string; PORT: number },
  limits = patience,
): Promise<Serving> {
  const server = createServer(limits, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
