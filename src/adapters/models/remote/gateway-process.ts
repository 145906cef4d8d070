import { type ChildProcess, fork } from 'node:child_process'
import { CountersignFault } from '../../../application/fault.ts'
import type { GatewayOrder, GatewayStart, GatewayWord } from './gateway-messages.ts'

type GatewayReply = Extract<GatewayWord, { id: number }>
type GatewayQuestion = Exclude<GatewayOrder, GatewayStart>

/** Of our environment, what connections need; keys go by the channel, where no process of the same user reads them. */
const inherited = ['PATH', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']

/** What is to happen when the process says something of itself, or is gone. */
export interface GatewayListener {
  onStop: (word: Extract<GatewayWord, { kind: 'stopped' }>) => void
  onCall: (word: Extract<GatewayWord, { kind: 'called' }>) => void
  onFault: (why: string) => void
  onEnd: (why: string) => void
}

/** The process that has the providers' keys, and talks to models; it ends with this one. */
export class GatewayProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve: (reply: GatewayReply) => void; reject: (error: Error) => void }>()
  readonly #ready: Promise<number>
  #isClosing = false
  #lastId = 0

  constructor(program: URL, start: GatewayStart, env: Record<string, string | undefined>, listener: GatewayListener) {
    const kept = [...inherited, ...proxies].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
    this.#child = fork(program, {
      execArgv: ['--max-old-space-size=512'],
      env: Object.fromEntries(kept),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#ready = new Promise((resolve, reject) => {
      this.#child.on('message', (word: GatewayWord) => {
        if (word.kind === 'ready') resolve(word.port)
        else if (word.kind === 'stopped') listener.onStop(word)
        else if (word.kind === 'called') listener.onCall(word)
        else if (word.kind === 'fault') listener.onFault(word.why)
        else this.#take(word)
      })
      const end = (why: string) => {
        const fault = gatewayGone(why)
        reject(fault)
        for (const { reject: give } of this.#waiting.values()) give(fault)
        this.#waiting.clear()
        if (!this.#isClosing) listener.onEnd(why)
      }
      this.#child.once('error', (error) => end(error.message))
      this.#child.once('exit', (code, signal) => end(`it ended (${signal ?? code})`))
    })
    this.#ready.catch(() => {})
    this.#send(start)
  }

  /** The port that runs share, once there is one. */
  get port(): Promise<number> {
    return this.#ready
  }

  async ask(question: DistributiveOmit<GatewayQuestion, 'id'>): Promise<GatewayReply> {
    await this.#ready
    this.#lastId += 1
    const id = this.#lastId
    return await new Promise<GatewayReply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#send({ ...question, id })
    })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    if (this.#child.connected) this.#child.disconnect()
    await gone
  }

  #take(reply: GatewayReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.kind === 'failed') waiting?.reject(gatewayGone(reply.why))
    else waiting?.resolve(reply)
  }

  #send(order: GatewayOrder): void {
    // Where it can't be sent the process is gone, which is told to all that wait.
    if (this.#child.channel != null) this.#child.send(order, () => {})
  }
}

type DistributiveOmit<Of, Key extends string> = Of extends unknown ? Omit<Of, Key> : never

function gatewayGone(why: string): CountersignFault {
  return new CountersignFault('models_unavailable', 'the gateway to models does not work', why)
}
