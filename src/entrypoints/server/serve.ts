import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CountersignFault } from '../../application/fault.ts'
import { explainPort } from '../settings/explain-port.ts'

export interface Serving {
  port: number
  close: () => Promise<void>
}

/** Whoever takes longer to say what is wanted is cut off. GitHub gives up on a webhook after ten seconds. */
const patience = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 }

/** Listens; throws `configuration_invalid` where the port is taken, or the address none of this machine. */
export async function serve(
  listener: RequestListener,
  { HOST, PORT }: { HOST: string; PORT: number },
  limits = patience,
): Promise<Serving> {
  const server = createServer(limits, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const why = explainHost(error, HOST) ?? explainPort(error, `${HOST}:${PORT}`, 'set PORT to another')
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

/** An address of another machine, or a name that nobody knows. */
const notHere: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

function explainHost(error: Error, host: string): string | undefined {
  return 'code' in error && notHere.has(error.code)
    ? `${host} is no address of this machine; set HOST to 127.0.0.1, or to 0.0.0.0 for all of them`
    : undefined
}
