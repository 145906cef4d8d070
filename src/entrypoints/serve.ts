import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Serving {
  port: number
  close: () => Promise<void>
}

/** Listens; rejects where it can't. */
export async function serve(
  listener: RequestListener,
  { HOST, PORT }: { HOST: string; PORT: number },
): Promise<Serving> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
