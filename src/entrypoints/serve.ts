import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CountersignFault } from '../application/fault.ts'
import { explainPort } from './explain-port.ts'

export interface Serving {
  port: number
  close: () => Promise<void>
}

/** Whoever takes longer to say what is wanted is cut off. GitHub gives up on a webhook after ten seconds. */
const patience = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 }

/** Listens; throws `configuration_invalid` where the port is taken. */
export async function serve(
  listener: RequestListener,
  { HOST, PORT }: { HOST: string; PORT: number },
  limits = patience,
): Promise<Serving> {
  const server = createServer(limits, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const why = explainPort(error, `${HOST}:${PORT}`, 'set PORT to another')
      reject(
        why === undefined
          ? error
          : new CountersignFault('configuration_invalid', 'the server can’t listen', why, error),
      )
    })
    server.listen(PORT, HOST, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
