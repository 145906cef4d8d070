import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerSource } from '../../test/support/queues/database-sources.ts'
import { type Bench, type Figure, measure, reach, type Size, type Tell } from '../bench.ts'
import { type Child, startChild } from '../stage/child.ts'
import type { LoadAnswer, LoadQuestion } from './load.ts'
import { serverEnvironment, serverFlags } from '../stage/server-flags.ts'
import type { ServeAnswer, ServeQuestion, ServerKind } from './serve.ts'
import { median } from '../stage/median.ts'

const name = 'intake'
const roundsOf: Record<Size, number> = { small: 1, usual: 3, full: 7 }
const usual: Amounts = {
  sustained: { webhooks: 5_000, connections: 256 },
  burst: { webhooks: 1_000, connections: 1_000 },
}
const amountsOf: Record<Size, Amounts> = {
  small: { sustained: { webhooks: 200, connections: 16 }, burst: { webhooks: 50, connections: 50 } },
  usual,
  full: usual,
}
const mostBurstMs = 500

const ours: readonly { server: ServerKind; title: string; leastRatio: number | null }[] = [
  { server: 'postgres', title: 'Postgres', leastRatio: 0.9 },
  { server: 'embedded', title: 'embedded', leastRatio: 0.9 },
  { server: 'memory', title: 'memory', leastRatio: null },
]

interface Load {
  webhooks: number
  connections: number
}

interface Amounts {
  sustained: Load
  burst: Load
}

export const intakeBench: Bench = {
  name,
  title: 'webhooks a second, beside a Probot app that does nothing',
  about: `Signed webhooks of eight kinds in turn, all of which the App acts on: GitHub's published payloads with texts of a usual length, 7 to 30 KB, no two alike, on 500 issues. Our intake (size cap, HMAC, parsed, what is read of it stored, 202) beside a Probot app in its leanest form, which stores nothing, does nothing and logs nothing. Each server is a process of its own, started as people start it, and so is the sender; the same machine runs Postgres too, so with two cores the server with Postgres shares them with its database and with the sender, while Probot has one for itself: on a machine that does anything else the ratio falls, as ours waits for four processes and threads in turn and Probot for one. \`sustained\` is ${usual.sustained.webhooks.toLocaleString('en')} webhooks on ${usual.sustained.connections} connections; \`burst\` is ${usual.burst.webhooks.toLocaleString('en')} at once, each on a new connection. Median of ${roundsOf.usual} rounds (${roundsOf.full} with \`--size full\`), in turns after one to warm up. Nobody works on what was stored. At the end everything that was answered with 202 is counted in the inbox. \`CPU\` is that of the server's process alone.`,
  run: runIntake,
}

interface Contestant {
  kind: ServerKind
  process: Child<ServeQuestion, ServeAnswer>
  url: string
  sustained: LoadAnswer[]
  cpuMicros: number[]
  burst: LoadAnswer[]
}

async function runIntake(tell: Tell, size: Size): Promise<Figure[]> {
  const [rounds, amounts] = [roundsOf[size], amountsOf[size]]
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await createServerSource()
  const secret = randomBytes(20).toString('hex')
  try {
    await using resources = new AsyncDisposableStack()
    const sender = resources.use(startChild<LoadQuestion, LoadAnswer>(new URL('load.ts', import.meta.url)))
    const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const key = String(privateKey.export({ type: 'pkcs1', format: 'pem' }))
    const contestants: Contestant[] = []
    for (const kind of ['probot', ...ours.map(({ server }) => server)] as const) {
      tell(`${kind}: starting`)
      const child = resources.use(startServer(kind))
      const database = kind === 'postgres' ? await postgres.address() : join(dir, 'database')
      const { url } = await child.ask({ kind: 'start', server: kind, secret, privateKey: key, database })
      contestants.push({ kind, process: child, url, sustained: [], cpuMicros: [], burst: [] })
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const one of contestants) {
        tell(`round ${round} of ${rounds}, ${one.kind}`)
        await runRound(one, amounts, (load) => sender.ask({ url: one.url, secret, ...load }), round > 0)
      }
    }
    for (const one of contestants)
      await checkStored(one, (rounds + 1) * (amounts.sustained.webhooks + amounts.burst.webhooks))
    return makeFigures(contestants)
  } finally {
    await postgres.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Each as people start it. */
function startServer(kind: ServerKind): Child<ServeQuestion, ServeAnswer> {
  const module = new URL('serve.ts', import.meta.url)
  return kind === 'probot' ? startChild(module) : startChild(module, serverFlags, serverEnvironment)
}

async function runRound(
  one: Contestant,
  { sustained, burst }: Amounts,
  send: (load: Load) => Promise<LoadAnswer>,
  counts: boolean,
): Promise<void> {
  const before = await one.process.ask({ kind: 'usage' })
  const steady = await send(sustained)
  const after = await one.process.ask({ kind: 'usage' })
  const sudden = await send(burst)
  for (const { statuses } of [steady, sudden]) {
    const refused = Object.keys(statuses).filter((status) => !status.startsWith('2'))
    if (refused.length > 0) throw new Error(`${one.kind} answered ${JSON.stringify(statuses)}`)
  }
  if (!counts) return
  one.sustained.push(steady)
  one.burst.push(sudden)
  one.cpuMicros.push((after.cpuMicros - before.cpuMicros) / sustained.webhooks)
}

/** An answer without a row would make every figure worthless. */
async function checkStored({ kind, process }: Contestant, sent: number): Promise<void> {
  const { stored } = await process.ask({ kind: 'usage' })
  if (stored !== null && stored !== sent) throw new Error(`${kind} has ${stored} of ${sent} webhooks`)
}

function makeFigures(contestants: readonly Contestant[]): Figure[] {
  const middle = (kind: ServerKind, pick: (one: Contestant) => number[]) => {
    const found = contestants.find((one) => one.kind === kind)
    if (found === undefined) throw new Error(`${kind} did not take part`)
    return Math.round(median(pick(found)))
  }
  const peer = (pick: (one: Contestant) => number[]) => middle('probot', pick)
  return ours.flatMap(({ server, title, leastRatio }): Figure[] => {
    const perSecond = (one: Contestant) => one.sustained.map((load) => load.perSecond)
    const p99 = (one: Contestant) => one.sustained.map((load) => load.p99Ms)
    const burstP99 = (one: Contestant) => one.burst.map((load) => load.p99Ms)
    const cpu = (one: Contestant) => one.cpuMicros
    const beside = (title: string, unit: string, pick: (one: Contestant) => number[]) => {
      const [figure, other] = [middle(server, pick), peer(pick)]
      return { bench: name, case: title, figure, unit, peer: other, ratio: Math.round((figure / other) * 100) / 100 }
    }
    const rate = beside(`${title}, sustained`, 'webhooks/s', perSecond)
    return [
      leastRatio === null ? rate : reach(rate, leastRatio),
      beside(`${title}, sustained`, 'ms p99', p99),
      beside(`${title}, sustained`, 'µs CPU a webhook', cpu),
      measure({ ...beside(`${title}, burst`, 'ms p99', burstP99), target: mostBurstMs }),
    ]
  })
}
