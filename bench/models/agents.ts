import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAcpExecutor } from '../../src/adapters/agents/acp/create-acp-executor.ts'
import { type Recipe, RecipeSchema } from '../../src/adapters/agents/acp/recipe.ts'
import type { ModelGateway } from '../../src/application/ports/models/model-gateway.ts'
import type { Workspace } from '../../src/application/ports/roles/workspace.ts'
import { buildConfiguration, buildPlan, buildTask } from '../../test/support/builders.ts'
import { createLocalRepository, widgets } from '../../test/support/local-repository.ts'
import { startScriptedProvider } from '../../test/support/models/scripted-provider.ts'
import { type Bench, type Figure, measure, type Size } from '../bench.ts'
import { median } from '../stage/median.ts'
import { measureStreamLag } from './stream-lag.ts'
import { openBenchGateway } from './open-bench-gateway.ts'

const name = 'agents'
const startsOf: Record<Size, number> = { small: 2, usual: 10, full: 30 }
const atOnceOf: Record<Size, number> = { small: 3, usual: 50, full: 50 }
const piecesOf: Record<Size, number> = { small: 3, usual: 20, full: 100 }
const mostMiB = 1024
const mostLagMs = 3
const samplingMs = 100
const program = fileURLToPath(new URL('../../test/support/agents/tiny-agent.mjs', import.meta.url))

export const agentsBench: Bench = {
  name,
  title: 'what isolation and the gateway cost an agent',
  about: `The smallest agent of the Agent Client Protocol (one Node process, one call, one file) against a scripted provider on loopback. *Start* is from the order until its call arrives there, by the median of ${startsOf.usual}: in bubblewrap with no network but the gateway's socket, and beside it bare. *At once* is ${atOnceOf.usual} isolated runs in one worker: memory that is ours at its peak (PSS, sampled) of worker and gateway, with what tells each isolated agent's calls on to its socket; the agents' own is not in it, and the bench's own is. *A piece of a stream* is what one takes longer by way of the gateway, where the provider sends one each 50 ms and both are asked at the same time: a stream that is buffered would come in one. What a whole call takes longer, \`npm run bench -- gateway\` measures.`,
  async run(tell, size) {
    await using provider = await startScriptedProvider(() => ({ kind: 'answer', text: 'made\n' }))
    await using repository = await createLocalRepository()
    await using opened = await openBenchGateway(`${provider.origin}/v1`, tell)
    const commit = await repository.commit({ 'a.txt': 'a\n' })
    const workspace = repository.workspace()
    const play = { models: opened.gateway, workspace, commit, arrived: () => provider.calls.length }
    tell('streams')
    const lag = await measureStreamLag(tell, piecesOf[size])
    tell('starts')
    const starts = await compareStarts(play, startsOf[size])
    tell(`${atOnceOf[size]} at once`)
    const most = await measureAtOnce(play, atOnceOf[size])
    return [
      measure({
        bench: name,
        case: 'a piece of a stream',
        figure: round(lag.ours - lag.direct),
        unit: 'ms added',
        peer: `${round(lag.direct)} ms direct`,
        target: mostLagMs,
      }),
      starts,
      measure({
        bench: name,
        case: `${atOnceOf[size]} agents at once`,
        figure: Math.round(most),
        unit: 'MiB ours',
        target: mostMiB,
      }),
    ]
  },
}

interface Play {
  models: ModelGateway
  /** One, as a worker has: it has git's calls wait for each other. */
  workspace: Workspace
  commit: string
  /** Calls that the provider has had. */
  arrived(): number
}

const recipe: Recipe = RecipeSchema.parse({
  program,
  environment: { ORIGIN: '{{origin}}', TOKEN: '{{token}}', MODEL: '{{model}}', FILE: 'made.txt' },
})

async function compareStarts(play: Play, times: number): Promise<Figure> {
  const taken: Record<'bubblewrap' | 'none', number[]> = { bubblewrap: [], none: [] }
  // The first ones have the gateway's process begun and code compiled.
  for (let time = -1; time < times; time += 1)
    for (const isolation of ['bubblewrap', 'none'] as const) {
      const startMs = await startOnce(play, isolation)
      if (time >= 0) taken[isolation].push(startMs)
    }
  const figure = round(median(taken.bubblewrap))
  return { bench: name, case: 'start, isolated', figure, unit: 'ms', peer: `${round(median(taken.none))} ms bare` }
}

/** Milliseconds until its call is there. */
async function startOnce(play: Play, isolation: 'bubblewrap' | 'none'): Promise<number> {
  const before = play.arrived()
  const startedMs = performance.now()
  let arrivedMs = Number.NaN
  const watch = setInterval(() => {
    if (Number.isNaN(arrivedMs) && play.arrived() > before) arrivedMs = performance.now() - startedMs
  }, 1)
  await work(play, isolation, `start-${before}`)
  clearInterval(watch)
  if (Number.isNaN(arrivedMs)) throw new Error('the agent asked no model')
  return arrivedMs
}

async function measureAtOnce(play: Play, count: number): Promise<number> {
  let most = 0
  const over = new AbortController()
  const sampling = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await measureOurs())
      await wait(samplingMs)
    }
  })()
  const runs = Array.from({ length: count }, (_, at) => work(play, 'bubblewrap', `at-once-${at}`))
  // One that fails must not have the others lose their folder.
  const ended = await Promise.allSettled(runs)
  over.abort()
  await sampling
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return most
}

async function work(
  { models, workspace, commit }: Play,
  isolation: 'bubblewrap' | 'none',
  runId: string,
): Promise<void> {
  const executor = createAcpExecutor({
    name: 'tiny',
    recipe,
    places: { dir: '/nowhere', path: '' },
    models,
    redact: String,
  })
  await using workTree = await workspace.openWorkTree(widgets, commit)
  const task = buildTask()
  const { outcome } = await executor.execute({
    runId,
    repository: widgets,
    plan: buildPlan({ tasks: [task] }),
    task,
    workTree,
    rejections: [],
    analysis: null,
    configuration: buildConfiguration({ run: { isolation, timeout_minutes: 5 } }),
    signal: new AbortController().signal,
  })
  if (outcome.kind !== 'changed') throw new Error(`the agent came to ${JSON.stringify(outcome)}`)
}

/** MiB of this process and of all that it began, without agents: what processes share counts once. */
async function measureOurs(): Promise<number> {
  const pids = (await readdir('/proc')).filter((one) => /^\d+$/.test(one))
  const parents = await Promise.all(pids.map(async (pid) => [Number(pid), await readParent(pid)] as const))
  const ours = new Set([process.pid])
  for (let before = 0; before !== ours.size;) {
    before = ours.size
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid)
  }
  const kib = await Promise.all(Array.from(ours, (pid) => readOwnKib(pid)))
  return kib.reduce((sum, one) => sum + one, 0) / 1024
}

/** 0 where it is gone by now, here and below. */
async function readParent(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
}

async function readOwnKib(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  // The launcher has the agent's orders among its arguments, never its file.
  if ((await read('cmdline')).includes('tiny-agent.mjs')) return 0
  return Number(/^Pss:\s+(\d+)/m.exec(await read('smaps_rollup'))?.[1] ?? 0)
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
