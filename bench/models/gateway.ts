import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualOptions } from '../../src/adapters/models/gateway/gateway-options.ts'
import { createRemoteGateway } from '../../src/adapters/models/remote/create-remote-gateway.ts'
import type { Dialect } from '../../src/adapters/models/dialects/dialect.ts'
import { usualCall } from '../../test/support/models/open-gateway.ts'
import { startScriptedProvider } from '../../test/support/models/scripted-provider.ts'
import { type Bench, type Figure, measure, type Size } from '../bench.ts'
import { median } from '../stage/median.ts'

const name = 'gateway'
const timesOf: Record<Size, number> = { small: 10, usual: 200, full: 1000 }
const program = new URL('../../src/entrypoints/models/gateway-main.ts', import.meta.url)
const targetMs = 3

interface Case {
  title: string
  dialect: Dialect
  isStreamed: boolean
  /** Of the call, in bytes. */
  size: number
  /** Model that is asked for by way of the gateway. */
  model: string
}

const cases: readonly Case[] = [
  { title: 'chat, whole', dialect: 'chat', isStreamed: false, size: 2_000, model: 'same' },
  { title: 'messages, first byte of a stream', dialect: 'messages', isStreamed: true, size: 2_000, model: 'same' },
  {
    title: 'responses, first byte, 500 KB asked',
    dialect: 'responses',
    isStreamed: true,
    size: 500_000,
    model: 'same',
  },
  { title: 'messages told as chat, first byte', dialect: 'messages', isStreamed: true, size: 2_000, model: 'other' },
]

export const gatewayBench: Bench = {
  name,
  title: 'what the gateway to models adds to a call',
  about: `A scripted provider on loopback that answers at once, asked directly and by way of the gateway in turn, over kept connections: milliseconds until the answer is there, or its first byte, that the gateway adds to the median of ${timesOf.usual} calls; beside it what the direct call takes. It checks the token and the limits, reads what is asked, counts tokens and writes the record.`,
  async run(tell, size) {
    await using provider = await startScriptedProvider(() => ({
      kind: 'answer',
      text: 'A few words of an answer. '.repeat(20),
    }))
    const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
    const baseUrl = `${provider.origin}/v1`
    const gateway = createRemoteGateway({
      program,
      start: {
        options: {
          ...usualOptions,
          providers: [
            { name: 'same', kind: 'compatible', baseUrl, key: null, speaks: ['chat', 'responses', 'messages'] },
            { name: 'other', kind: 'compatible', baseUrl, key: null, speaks: ['chat'] },
          ],
          models: ['same', 'other'].map((model) => ({ name: model, provider: model, upstream: model })),
        },
        ledgerFile: join(dir, 'models.sqlite'),
        socketOwner: null,
      },
      temporary: dir,
      env: process.env,
      nowMs: Date.now,
      log: (message) => tell(message),
    })
    const agent = new Agent({ keepAlive: true })
    try {
      const { token, reach } = await gateway.open({
        runId: 'bench',
        repository: 'acme/widgets',
        issue: 1,
        task: 'T1',
        reach: 'loopback',
      })
      const origin = reach.kind === 'loopback' ? reach.origin : ''
      const figures: Figure[] = []
      for (const one of cases) {
        tell(one.title)
        figures.push(await compareCalls(one, { token, origin, direct: provider.origin, agent }, timesOf[size]))
      }
      return figures
    } finally {
      agent.destroy()
      await gateway.close()
      await rm(dir, { recursive: true, force: true })
    }
  },
}

interface Places {
  token: string
  origin: string
  direct: string
  agent: Agent
}

async function compareCalls(one: Case, { token, origin, direct, agent }: Places, times: number): Promise<Figure> {
  const { path, headers, json } = usualCall(one.dialect, { isStreamed: one.isStreamed, model: one.model, token })
  const body = JSON.stringify({
    ...json,
    ...(one.dialect === 'responses' ? { input: 'x'.repeat(one.size) } : { system: 'x'.repeat(one.size) }),
  })
  const taken: { ours: number[]; direct: number[] } = { ours: [], direct: [] }
  // The first ones make connections and have the code compiled.
  for (let time = -Math.ceil(times / 10); time < times; time += 1) {
    const [ours, beside] = [await askOnce(origin), await askOnce(direct)]
    if (time < 0) continue
    taken.ours.push(ours)
    taken.direct.push(beside)
  }
  const [ours, beside] = [median(taken.ours), median(taken.direct)]
  const figure = {
    bench: name,
    case: one.title,
    unit: 'ms added',
    figure: round(ours - beside),
    peer: `${round(beside)} ms direct`,
  }
  return measure({ ...figure, target: targetMs })

  function askOnce(place: string): Promise<number> {
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const asking = request(`${place}${path}`, { method: 'POST', headers, agent }, (answer) => {
        let firstMs: number | undefined
        answer.on('data', () => (firstMs ??= performance.now() - started))
        answer.on('end', () => {
          const tookMs = one.isStreamed ? firstMs : performance.now() - started
          if (answer.statusCode === 200 && tookMs !== undefined) resolve(tookMs)
          else reject(new Error(`it answered ${answer.statusCode}`))
        })
        answer.on('error', reject)
      })
      asking.on('error', reject)
      asking.end(body)
    })
  }
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
