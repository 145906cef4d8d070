import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type {
  ModelGateway,
  ModelRun,
  ModelRunOrder,
  ModelRunReport,
  ModelStop,
} from '../../../application/ports/models/model-gateway.ts'
import { noModelUse } from '../../../domain/models/model-use.ts'
import type { RunGrant } from '../gateway/run-registry.ts'
import { createRequestSpans } from '../../../application/spans.ts'
import type { CallReport, GatewayStart } from './gateway-messages.ts'
import { GatewayProcess } from './gateway-process.ts'

export interface RemoteGatewayOptions {
  /** The process's module. */
  program: URL
  start: Omit<GatewayStart, 'kind' | 'port' | 'socketFolder'>
  /** Where the folder of the sockets is made; a short path. */
  temporary: string
  env: Record<string, string | undefined>
  nowMs: () => number
  log: (message: string, details: Record<string, unknown>) => void
}

interface KnownRun {
  grant: RunGrant
  stopped: AbortController
  stop: ModelStop | null
}

/** So often may it end within a minute, and begin again for the runs that go on. */
const mostRestarts = 3
const minuteMs = 60_000

/**
 * The gateway in a process of its own, begun with the first run. Where it ends, it begins again with the same port,
 * sockets and tokens; calls on their way are lost, and agents ask again.
 */
export function createRemoteGateway(options: RemoteGatewayOptions): ModelGateway {
  const remote = new RemoteGateway(options)
  return {
    models: options.start.options.models.map(({ name }) => name),
    hasRegistries: options.start.options.registries.length > 0,
    open: (order) => remote.open(order),
    close: () => remote.close(),
  }
}

class RemoteGateway {
  readonly #options: RemoteGatewayOptions
  readonly #runs = new Map<string, KnownRun>()
  /** Tells a trace of a call, as a part of its run. */
  readonly #traces = new Map<string, ReturnType<typeof createRequestSpans>>()
  readonly #socketFolder: string
  #process: GatewayProcess | undefined
  #port = 0
  #endedAtMs: number[] = []

  constructor(options: RemoteGatewayOptions) {
    this.#options = options
    this.#socketFolder = join(options.temporary, `countersign-models-${process.pid}-${randomBytes(4).toString('hex')}`)
  }

  async open(order: ModelRunOrder): Promise<ModelRun> {
    const id = randomBytes(8).toString('hex')
    const token = `cst_${id}_${randomBytes(32).toString('base64url')}`
    const grant = grantOf(order, id, token)
    const run: KnownRun = { grant, stopped: new AbortController(), stop: null }
    this.#runs.set(id, run)
    this.#traces.set(id, createRequestSpans())
    try {
      const reply = await this.#begun().ask({ kind: 'open', grant })
      if (reply.kind !== 'opened') throw new Error(`the gateway answered ${reply.kind}`)
      return this.#handOut(run, token, reply.reach)
    } catch (error) {
      this.#runs.delete(id)
      this.#traces.delete(id)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#runs.clear()
    this.#traces.clear()
    await this.#process?.close()
    this.#process = undefined
  }

  #handOut(run: KnownRun, token: string, reach: ModelRun['reach']): ModelRun {
    const { id } = run.grant
    const ask = async (kind: 'report' | 'close'): Promise<ModelRunReport> => {
      const reply = await this.#begun().ask({ kind, run: id })
      const report = reply.kind === 'reported' ? reply.report : undefined
      const registries = report?.registries
      const told = { use: report?.use ?? noModelUse, stop: report?.stop ?? run.stop }
      return registries === undefined ? told : { ...told, registries }
    }
    const end = async () => {
      this.#runs.delete(id)
      // Calls that it broke off are told of before it answers.
      return await ask('close').finally(() => this.#traces.delete(id))
    }
    return {
      token,
      reach,
      stopped: run.stopped.signal,
      report: () => ask('report'),
      end: () => end(),
      [Symbol.asyncDispose]: async () => {
        // Where its process is gone, so is the run.
        if (this.#runs.has(id) && this.#process !== undefined) await end().catch(() => undefined)
      },
    }
  }

  #begun(): GatewayProcess {
    this.#process ??= this.#begin()
    return this.#process
  }

  #begin(): GatewayProcess {
    const { program, start, env, log } = this.#options
    const order: GatewayStart = { ...start, kind: 'start', port: this.#port, socketFolder: this.#socketFolder }
    const begun = new GatewayProcess(program, order, env, {
      onStop: ({ run, stop }) => this.#stop(run, stop),
      onCall: ({ run, call }) => this.#trace(run, call),
      onFault: (why) => log('a call of a model was lost', { why }),
      onEnd: (why) => this.#restart(begun, why),
    })
    begun.port.then(
      (port) => (this.#port = port),
      () => undefined,
    )
    return begun
  }

  #restart(ended: GatewayProcess, why: string): void {
    if (this.#process !== ended) return
    this.#process = undefined
    const nowMs = this.#options.nowMs()
    this.#endedAtMs = [...this.#endedAtMs.filter((at) => nowMs - at < minuteMs), nowMs]
    this.#options.log('the gateway to models ended', { why, runs: this.#runs.size })
    if (this.#runs.size === 0) return
    if (this.#endedAtMs.length > mostRestarts) {
      const reason = `the gateway to models keeps ending: ${why}`
      for (const id of this.#runs.keys()) this.#stop(id, { kind: 'provider_failing', reason })
      return
    }
    const next = this.#begun()
    for (const { grant } of this.#runs.values()) {
      next.ask({ kind: 'open', grant }).catch((error: unknown) => {
        this.#stop(grant.id, {
          kind: 'provider_failing',
          reason: error instanceof Error ? error.message : String(error),
        })
      })
    }
  }

  /** By the names of OpenTelemetry’s conventions for generative AI. */
  #trace(id: string, { provider, asked, used, outcome, status, durationMs, usage }: CallReport): void {
    const model = used ?? asked ?? 'unknown'
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider ?? 'none',
      'gen_ai.request.model': model,
      'http.response.status_code': status,
      'countersign.outcome': outcome,
      ...(usage === null
        ? {}
        : { 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output }),
    }
    this.#traces.get(id)?.(`chat ${model}`, durationMs, attributes, outcome !== 'answered')
  }

  #stop(id: string, stop: ModelStop): void {
    const run = this.#runs.get(id)
    if (run === undefined || run.stop !== null) return
    run.stop = stop
    run.stopped.abort(stop)
  }
}

function grantOf(order: ModelRunOrder, id: string, token: string): RunGrant {
  const { runId, repository, issue, task, limits = {}, reach } = order
  const tokenSha256 = createHash('sha256').update(token).digest('hex')
  return { id, owner: { run: runId, repository, issue, task }, tokenSha256, limits, reach }
}
