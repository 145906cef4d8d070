import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { CallLedger, ModelCall } from '../../../application/ports/models/call-ledger.ts'
import { addCall, type ModelUse, noModelUse } from '../../../domain/models/model-use.ts'
import type { ModelRun, ModelRunReport, ModelStop } from '../../../application/ports/models/model-gateway.ts'
import type { Clock } from '../upstream/ask-provider.ts'
import { machineNetwork } from '../registries/machine-network.ts'
import type { RegistryNetwork } from '../registries/open-tunnel.ts'
import { Upstream } from '../upstream/send-upstream.ts'
import { answerAgent } from './answer-agent.ts'
import { answerConnect } from './answer-connect.ts'
import type { GatewayContext } from './gateway-context.ts'
import type { GatewayOptions } from './gateway-options.ts'
import { type OpenRun, type RunGrant, RunRegistry } from './run-registry.ts'
import { SpendBook } from './spend-book.ts'

export interface GatewayTools {
  ledger: CallLedger
  clock: Clock
  elapsedMs: () => number
  redact: (text: string) => string
  onStop: (runId: string, stop: ModelStop) => void
  /** A call is over, whatever came of it. */
  onCall?: (runId: string, call: ModelCall) => void
  /** What can't be told to whoever asked. */
  onFault: (error: unknown) => void
  /** A short path, as a socket's can't be long; it is made, and removed at the end. */
  socketFolder: string
  /** How registries are found and reached; the machine's own way, where left out. */
  network?: RegistryNetwork
  /** Who may use the sockets, where it isn't the server's own user. */
  socketOwner: number | null
}

export interface Gateway {
  /** Of the way that runs share. */
  port: number

  open(grant: RunGrant): Promise<ModelRun['reach']>
  report(id: string): ModelRunReport | undefined
  /** Ends a run, and with it all that it still asks. */
  closeRun(id: string): Promise<ModelRunReport | undefined>
  close(): Promise<void>
}

/** Whoever takes longer to say what is wanted is cut off; connections are kept for as long as agents keep them. */
const patience = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 120_000,
  maxHeaderSize: 32 * 1024,
}

/**
 * The gateway to models (docs/agents.md): a port on loopback that unconfined runs share, and a socket for each run that
 * has no network. `port` is 0 for a free one.
 */
export async function createGateway(options: GatewayOptions, tools: GatewayTools, port = 0): Promise<Gateway> {
  const upstream = new Upstream(options.patience)
  const runs = new RunRegistry()
  const context = createContext(options, tools, upstream)
  const sockets = new Map<string, Server>()
  const { socketFolder } = tools
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const listener = (socket: string | null) =>
    createServer(patience, (request, response) => {
      answerAgent(context, runs, socket, request, response).catch((error: unknown) => {
        response.destroy()
        // Who was gone before all was said knows why.
        if (request.complete) tools.onFault(error)
      })
    })
  const shared = listener(null)
  await listen(shared, { port, host: '127.0.0.1' })
  const shownPort = (shared.address() as AddressInfo).port
  const origin = `http://127.0.0.1:${shownPort}`
  return {
    port: shownPort,
    async open(grant) {
      runs.open(grant, tools.ledger.callsOf(grant.owner.run).reduce(countCall, noModelUse))
      if (grant.reach === 'loopback') return { kind: 'loopback', origin }
      // A folder of its own: where the gateway begins anew, its new socket is found in there.
      const path = join(socketFolder, grant.id, 'models.sock')
      await mkdir(dirname(path), { recursive: true, mode: 0o755 })
      await rm(path, { force: true })
      const server = listener(grant.id)
      if (options.registries.length > 0) letThrough(options, runs, { socket: grant.id, server, network: tools.network })
      await listen(server, { path })
      await chmod(path, 0o600)
      if (tools.socketOwner !== null) await chown(path, tools.socketOwner, tools.socketOwner)
      sockets.set(grant.id, server)
      return { kind: 'socket', path }
    },
    report: (id) => reportOf(runs.get(id)),
    async closeRun(id) {
      const run = await runs.close(id)
      await end(sockets.get(id))
      sockets.delete(id)
      await rm(join(socketFolder, id), { recursive: true, force: true })
      return reportOf(run)
    },
    async close() {
      await Promise.all(runs.ids().map((id) => runs.close(id)))
      await Promise.all([shared, ...sockets.values()].map(end))
      upstream.close()
      await rm(socketFolder, { recursive: true, force: true })
      tools.ledger.close()
    },
  }
}

/** Without it a CONNECT is broken off, whoever it is for. */
function letThrough(
  options: GatewayOptions,
  runs: RunRegistry,
  {
    socket,
    server,
    network = machineNetwork,
  }: { socket: string; server: Server; network: RegistryNetwork | undefined },
): void {
  server.on('connect', (request, agent, head) => {
    answerConnect({ ...options, network }, { runs, socket, server }, { request, agent, head }).catch(() =>
      agent.destroy(),
    )
  })
}

function createContext(options: GatewayOptions, tools: GatewayTools, upstream: Upstream): GatewayContext {
  const now = () => new Date(tools.clock.nowMs())
  return {
    options,
    upstream,
    book: new SpendBook(tools.ledger, now),
    clock: tools.clock,
    now,
    elapsedMs: tools.elapsedMs,
    redact: tools.redact,
    keys: options.providers.flatMap(({ key }) => key ?? []),
    onCall: (run, call) => tools.onCall?.(run.id, call),
    stop(run, stop) {
      if (run.stop !== null) return
      run.stop = stop
      tools.onStop(run.id, stop)
    },
  }
}

function countCall(use: ModelUse, call: ModelCall): ModelUse {
  return addCall(use, { ...call, model: call.used })
}

function reportOf(run: OpenRun | undefined): ModelRunReport | undefined {
  if (run === undefined) return undefined
  const registries = run.registries.report()
  const isAsked = Object.keys(registries.reached).length + registries.refused.length > 0
  return { use: run.use, stop: run.stop, ...(isAsked && { registries }) }
}

async function listen(server: Server, where: { port: number; host: string } | { path: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })
}

async function end(server: Server | undefined): Promise<void> {
  if (server === undefined) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
