import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** How long a provider may take: to be reached, to begin its answer, and between two pieces of it. */
export interface ProviderPatience {
  connectMs: number
  firstByteMs: number
  idleMs: number
}

export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: Buffer
  signal: AbortSignal
}

/** Why there is no answer, or no more of it. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault'
}

const maxHeaderSize = 32 * 1024
/** Connections are kept: setting one up takes longer than all else that is done here. */
const settings = { keepAlive: true, maxSockets: 256, scheduling: 'lifo' } as const

/** Connections to providers, kept from call to call. */
export class Upstream {
  readonly #patience: ProviderPatience
  readonly #http = new HttpAgent({ ...settings, proxyEnv: process.env })
  readonly #https = new HttpsAgent({ ...settings, proxyEnv: process.env })

  constructor(patience: ProviderPatience) {
    this.#patience = patience
  }

  /** Sends a call once; resolves with the beginning of the answer. Throws an `UpstreamFault`. */
  send({ url, headers, body, signal }: Outgoing): Promise<IncomingMessage> {
    const { connectMs, firstByteMs, idleMs } = this.#patience
    const isSecure = url.startsWith('https:')
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length), 'accept-encoding': 'identity' },
      maxHeaderSize,
      signal,
      agent: isSecure ? this.#https : this.#http,
    }
    return new Promise((resolve, reject) => {
      const request = (isSecure ? httpsRequest : httpRequest)(url, options)
      const give = (why: string) => request.destroy(new UpstreamFault(why))
      let timer = setTimeout(() => give(`it could not be reached within ${connectMs / 1000} s`), connectMs)
      request.once('socket', (socket) => {
        const connected = () => {
          clearTimeout(timer)
          timer = setTimeout(() => give(`it did not answer within ${firstByteMs / 1000} s`), firstByteMs)
        }
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', connected)
        else connected()
      })
      request.once('error', (error) => {
        clearTimeout(timer)
        reject(asFault(error))
      })
      request.once('response', (answer) => {
        clearTimeout(timer)
        answer.setTimeout(idleMs, () => answer.destroy(new UpstreamFault(`it said nothing for ${idleMs / 1000} s`)))
        resolve(answer)
      })
      request.end(body)
    })
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/** What the system says of a connection names an address, and never a key. */
export function asFault(error: unknown): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return new UpstreamFault(`the connection failed (${code ?? 'unknown'})`, { cause: error })
}
