import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { removeFolder } from '../processes/remove-folder.ts'
import { makeQuickFolder } from './make-quick-folder.ts'
import type { BatchOrder, BatchResult } from './play-batch.ts'
import { patienceMs } from '../../../support/vitest/patience.ts'

/** Enough side by side that no core waits; more make the process large, and a large one is slow. */
const sequencesAtOnce = 12
/** One that hangs is ended, and its seeds are named. */
const batchTimeoutMs = patienceMs(10 * 60_000)

type Batches = Omit<BatchOrder, 'dir'>

/** Plays all seeds, a batch in a fresh process each, so many processes at once. */
export async function playBatches(order: Batches, processes: number): Promise<BatchResult> {
  const size = Math.min(sequencesAtOnce, Math.ceil(order.seeds.length / processes))
  const batches: number[][] = []
  for (let at = 0; at < order.seeds.length; at += size) batches.push(order.seeds.slice(at, at + size))
  const queue = new PQueue({ concurrency: processes })
  const results = await queue.addAll(batches.map((seeds) => () => playBatch({ ...order, seeds })))
  const taken: Record<string, number> = {}
  for (const result of results)
    for (const [name, times] of Object.entries(result.taken)) taken[name] = (taken[name] ?? 0) + times
  const played = results.flatMap((result) => result.played)
  return { played, taken, broken: results.flatMap((result) => result.broken) }
}

async function playBatch(batch: Batches): Promise<BatchResult> {
  const dir = await makeQuickFolder('countersign-random-')
  try {
    return await playInFork({ ...batch, dir })
  } finally {
    await removeFolder(dir)
  }
}

async function playInFork(order: BatchOrder): Promise<BatchResult> {
  const script = fileURLToPath(new URL('play-batch.ts', import.meta.url))
  const child = fork(script, {
    execArgv: ['--max-semi-space-size=32'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    timeout: batchTimeoutMs,
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => void (complaint = `${complaint}${chunk.toString('utf8')}`.slice(-5_000)))
  const broken = (why: string): BatchResult => ({
    played: [],
    taken: {},
    broken: [`${order.seeds.join(', ')}: ${why} ${complaint}`],
  })
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  const result = await new Promise<BatchResult>((resolve) => {
    child.once('message', (answer) => resolve(answer as BatchResult))
    child.once('error', (error) => resolve(broken(error.message)))
    child.once('exit', (code, signal) => resolve(broken(`ended with ${signal ?? code}`)))
    child.send(order)
  })
  // It writes to its folder until then.
  await gone
  return result
}
