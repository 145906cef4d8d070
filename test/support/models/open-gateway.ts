import type { RegistryNetwork } from '../../../src/adapters/models/registries/open-tunnel.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallLedger, ModelCall } from '../../../src/application/ports/models/call-ledger.ts'
import type { ModelGateway, ModelRunReport, ModelStop } from '../../../src/application/ports/models/model-gateway.ts'
import { noModelUse } from '../../../src/domain/models/model-use.ts'
import type { Dialect } from '../../../src/adapters/models/dialects/dialect.ts'
import { createGateway, type Gateway } from '../../../src/adapters/models/gateway/create-gateway.ts'
import { type GatewayOptions, usualOptions } from '../../../src/adapters/models/gateway/gateway-options.ts'
import { openSqliteLedger } from '../../../src/adapters/models/ledger/sqlite-ledger.ts'
import type { Provider, ProviderKind } from '../../../src/adapters/models/upstream/provider.ts'
import { type ScriptedProvider, type Script, startScriptedProvider } from './scripted-provider.ts'

export const providerKey = 'sk-canary-4f1d2c7b9a'

export interface TestGateway extends AsyncDisposable {
  gateway: Gateway
  /** The same as the machine's port. */
  models: ModelGateway
  provider: ScriptedProvider
  /** Everything that was recorded. */
  calls: ModelCall[]
  stops: ModelStop[]
  faults: unknown[]
  /** How long it waited before it asked again. */
  waits: number[]
  openRun(opened?: Partial<OpenedRun>): Promise<TestRun>
}

interface OpenedRun {
  reach: 'socket' | 'loopback'
  limits: GatewayOptions['limits']
  task: string
  run: string
}

export interface TestRun {
  id: string
  token: string
  origin: string
  socketPath: string | undefined
  /** The usual call of a dialect, as its own clients send it. */
  ask(dialect: Dialect, asked?: Partial<Asked>): Promise<TestAnswer>
}

interface Asked {
  isStreamed: boolean
  model: string
  body: Record<string, unknown>
  token: string
  signal: AbortSignal
}

export interface TestAnswer {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** One gateway before one scripted provider, with all four dialects at it unless `kind` says otherwise. */
export async function openGateway(
  script: Script,
  options: Partial<GatewayOptions> & {
    kind?: ProviderKind
    speaks?: readonly Dialect[]
    /** Stands still unless it is moved. */
    time?: { nowMs: number }
    /** In place of the machine's. */
    network?: RegistryNetwork
  } = {},
  replaced: Partial<CallLedger> = {},
): Promise<TestGateway> {
  const {
    kind = 'compatible',
    speaks = ['chat', 'responses', 'messages', 'gemini'],
    time,
    network,
    ...others
  } = options
  const provider = await startScriptedProvider(script)
  const upstream: Provider = { name: 'scripted', kind, baseUrl: `${provider.origin}/v1`, key: providerKey, speaks }
  const ledger = openSqliteLedger(':memory:', () => new Date())
  const seen = { calls: [] as ModelCall[], stops: [] as ModelStop[], faults: [] as unknown[], waits: [] as number[] }
  const stopping = new Map<string, AbortController>()
  const gateway = await createGateway(
    {
      ...usualOptions,
      providers: [upstream],
      models: [{ name: 'model-1', provider: 'scripted', upstream: 'model-1', price: { input: 1, output: 10 } }],
      ...others,
    },
    {
      ledger: { ...keeping(ledger, seen.calls), ...replaced },
      clock: { nowMs: () => time?.nowMs ?? Date.now(), wait: async (ms) => void seen.waits.push(ms), random: () => 1 },
      elapsedMs: () => performance.now(),
      redact: (text) => text.replaceAll(providerKey, '[redacted]'),
      onStop(run, stop) {
        seen.stops.push(stop)
        stopping.get(run)?.abort(stop)
      },
      onFault: (fault) => seen.faults.push(fault),
      socketFolder: await mkdtemp(join(tmpdir(), 'cs-models-')),
      socketOwner: null,
      ...(network === undefined ? {} : { network }),
    },
  )
  return {
    gateway,
    models: portOf(gateway, stopping),
    provider,
    ...seen,
    openRun: (opened = {}) => openRun(gateway, opened),
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await provider[Symbol.asyncDispose]()
    },
  }
}

function portOf(gateway: Gateway, stopping: Map<string, AbortController>): ModelGateway {
  const nothing: ModelRunReport = { use: noModelUse, stop: null }
  return {
    models: ['model-1'],
    hasRegistries: false,
    async open({ runId, reach, limits = {}, ...owner }) {
      const { id, token, tokenSha256 } = drawToken()
      const stopped = new AbortController()
      stopping.set(id, stopped)
      const way = await gateway.open({ id, owner: { run: runId, ...owner }, tokenSha256, limits, reach })
      const end = async () => (await gateway.closeRun(id)) ?? nothing
      return {
        token,
        reach: way,
        stopped: stopped.signal,
        report: () => Promise.resolve(gateway.report(id) ?? nothing),
        end,
        async [Symbol.asyncDispose]() {
          if (gateway.report(id) !== undefined) await end()
        },
      }
    },
    close: () => gateway.close(),
  }
}

function drawToken() {
  const id = randomBytes(8).toString('hex')
  const token = `cst_${id}_${randomBytes(32).toString('base64url')}`
  return { id, token, tokenSha256: createHash('sha256').update(token).digest('hex') }
}

function keeping(ledger: CallLedger, calls: ModelCall[]): CallLedger {
  return {
    ...ledger,
    record(call, spent, scopes) {
      calls.push(structuredClone(call))
      ledger.record(call, spent, scopes)
    },
  }
}

let runs = 0

async function openRun(gateway: Gateway, opened: Partial<OpenedRun>): Promise<TestRun> {
  runs += 1
  const { reach = 'loopback', limits = {}, task = 'T1', run = `run-${runs}` } = opened
  const { id, token, tokenSha256 } = drawToken()
  const owner = { run, repository: 'acme/widgets', issue: 7, task }
  const way = await gateway.open({ id, owner, tokenSha256, limits, reach })
  const origin = way.kind === 'loopback' ? way.origin : 'http://gateway'
  const socketPath = way.kind === 'socket' ? way.path : undefined
  return {
    id,
    token,
    origin,
    socketPath,
    ask: (dialect, asked = {}) => ask({ token, origin, socketPath }, dialect, asked),
  }
}

async function ask(
  run: Pick<TestRun, 'token' | 'origin' | 'socketPath'>,
  dialect: Dialect,
  { isStreamed = false, model = 'model-1', body = {}, token = run.token, signal }: Partial<Asked>,
): Promise<TestAnswer> {
  const { path, headers, json } = usualCall(dialect, { isStreamed, model, token })
  const text = JSON.stringify({ ...json, ...body })
  return send(`${run.origin}${path}`, { headers, body: text, socketPath: run.socketPath, signal })
}

/** A call by plain HTTP, over a socket where there is one; the answer is what came before the end, whole or not. */
export function send(
  url: string,
  sent: {
    method?: string
    headers?: Record<string, string>
    body?: string
    socketPath?: string | undefined
    signal?: AbortSignal | undefined
    onData?: (text: string) => void
  },
): Promise<TestAnswer> {
  const { method = 'POST', headers = {}, body, socketPath, signal, onData } = sent
  return new Promise((resolve, reject) => {
    const place = { ...(socketPath === undefined ? {} : { socketPath }), ...(signal === undefined ? {} : { signal }) }
    const asking = request(url, { method, headers, agent: false, ...place }, (answer) => {
      const chunks: Buffer[] = []
      const done = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        onData?.(chunk.toString('utf8'))
      })
      answer.on('end', done)
      answer.on('error', done)
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** As each dialect's own client would ask. */
export function usualCall(
  dialect: Dialect,
  { isStreamed, model, token }: { isStreamed: boolean; model: string; token: string },
): { path: string; headers: Record<string, string>; json: Record<string, unknown> } {
  const text = 'Fix the test.'
  const json = { 'content-type': 'application/json' }
  const bearer = { ...json, authorization: `Bearer ${token}` }
  switch (dialect) {
    case 'chat':
      return {
        path: '/v1/chat/completions',
        headers: bearer,
        json: { model, stream: isStreamed, messages: [{ role: 'user', content: text }] },
      }
    case 'responses':
      return { path: '/v1/responses', headers: bearer, json: { model, stream: isStreamed, input: text } }
    case 'messages':
      return {
        path: '/v1/messages',
        headers: { ...json, 'x-api-key': token, 'anthropic-version': '2023-06-01' },
        json: { model, stream: isStreamed, max_tokens: 100, messages: [{ role: 'user', content: text }] },
      }
    case 'gemini': {
      const verb = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'
      return {
        path: `/v1beta/models/${encodeURIComponent(model)}:${verb}`,
        headers: { ...json, 'x-goog-api-key': token },
        json: { contents: [{ role: 'user', parts: [{ text }] }] },
      }
    }
  }
}
