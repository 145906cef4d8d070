import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryQueues } from '../../../src/adapters/queue/memory-queues.ts'
import type { RunOutcome } from '../../../src/application/workers/perform-run.ts'
import type { RunOrder, RunQueue, TakenRun } from '../../../src/application/ports/queues/run-queue.ts'
import { createRunWorker, type RunWorker } from '../../../src/application/workers/work-runs.ts'

const heartbeatMs = 2_000
const holdMs = 20_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function order(op: string, name = 'widgets'): RunOrder {
  const repository = { owner: 'octo', name, key: `octo/${name}`, installationId: 1 }
  return { id: op, repository, issueNumber: 7, op, isUntried: true }
}

const nothing: RunOutcome = { kind: 'ended', messages: [] }

/** A worker whose runs go on until the test ends them. */
class Shop {
  readonly queue: RunQueue = createMemoryQueues({ runsPerRepository: 10 }).runs
  readonly worker: RunWorker
  /** What was begun, in order: operation and how often it was taken. */
  readonly begun: string[] = []
  readonly told: string[] = []
  readonly faults: string[] = []
  readonly #open = new Map<string, (outcome: RunOutcome) => void>()

  constructor(concurrency = 2) {
    this.worker = createRunWorker({
      queue: this.queue,
      concurrency,
      heartbeatMs,
      holdMs,
      perform: (run, signal) => this.#perform(run, signal),
      onFault: (what) => void this.faults.push(what),
      nowMs: Date.now,
    })
  }

  async order(...ops: string[]): Promise<void> {
    await this.queue.add(ops.map((op) => order(op)))
    await vi.advanceTimersByTimeAsync(0)
  }

  async end(op: string, outcome: RunOutcome = nothing): Promise<void> {
    this.#open.get(op)?.(outcome)
    await vi.advanceTimersByTimeAsync(0)
  }

  #perform({ op, attempts }: TakenRun, signal: AbortSignal): Promise<RunOutcome> {
    this.begun.push(`${op} ${attempts}`)
    signal.addEventListener('abort', () => this.told.push(op))
    return new Promise((resolve) => this.#open.set(op, resolve))
  }
}

test('no more runs than agreed go on side by side, and the next begins when one ends', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a', 'b', 'c')
  expect(shop.begun).toEqual(['a 1', 'b 1'])

  await shop.end('a')

  expect(shop.begun).toEqual(['a 1', 'b 1', 'c 1'])
})

test('where one repository has all places, each of some others gets one all the same', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a', 'b', 'c')

  await shop.queue.add(['one', 'one', 'three', 'two'].map((name, at) => order(`${name}-${at}`, name)))
  await vi.advanceTimersByTimeAsync(0)

  expect(shop.begun).toEqual(['a 1', 'b 1', 'one-0 1', 'three-2 1'])
  await shop.end('three-2')
  expect(shop.begun.slice(4)).toEqual(['two-3 1'])
})

test('a cancelled run is told to end, and no other', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a', 'b')

  await shop.queue.cancel(['a'])
  await vi.advanceTimersByTimeAsync(0)

  expect(shop.told).toEqual(['a'])
})

test('one that is to be tried again later is taken again then, and not before', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a')
  await shop.end('a', { kind: 'later', delayMs: 5_000 })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(shop.begun).toEqual(['a 1'])

  await vi.advanceTimersByTimeAsync(2_000)

  expect(shop.begun).toEqual(['a 1', 'a 2'])
})

test('without heartbeats a run is told to end before others may take it', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a')
  vi.spyOn(shop.queue, 'keep').mockRejectedValue(new Error('the connection is closed'))
  await vi.advanceTimersByTimeAsync(holdMs - 2 * heartbeatMs)
  expect(shop.told).toEqual([])

  await vi.advanceTimersByTimeAsync(heartbeatMs)

  expect(shop.told).toEqual(['a'])
  expect(new Set(shop.faults)).toEqual(new Set(['no heartbeat of runs']))
})

test('a run that another process has by now is told to end and reports nothing', async () => {
  const shop = new Shop()
  const finish = vi.spyOn(shop.queue, 'finish')
  shop.worker.start()
  await shop.order('a')
  vi.spyOn(shop.queue, 'keep').mockResolvedValue(new Map([['a', 'lost']]))
  await vi.advanceTimersByTimeAsync(heartbeatMs)

  await shop.end('a')

  expect(shop.told).toEqual(['a'])
  expect(finish).not.toHaveBeenCalled()
})

test.for([
  ['that it ended', 'finish', nothing],
  ['that it is put off', 'defer', { kind: 'deferred', delayMs: 1_000, waitsFor: 'room' }],
  ['that it is to be tried again', 'giveBack', { kind: 'later', delayMs: 1_000 }],
] as const)('%s is recorded as soon as the database can', async ([, how, outcome]) => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a')
  const recorded = vi.spyOn(shop.queue, how).mockRejectedValueOnce(new Error('the disk is full'))
  await shop.end('a', outcome)
  expect(await shop.queue.countOpen()).toBe(1)

  await vi.advanceTimersByTimeAsync(2_000)

  expect(recorded).toHaveBeenCalledTimes(2)
  expect(shop.faults).toEqual(['what a run came to could not be recorded yet'])
})

test('a run that lost its way to the queue is given back once there is one, though nobody else may take it', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a')
  const full = new Error('the disk is full')
  const spies = [
    vi.spyOn(shop.queue, 'keep').mockRejectedValue(full),
    vi.spyOn(shop.queue, 'finish').mockRejectedValue(full),
    vi.spyOn(shop.queue, 'giveBack').mockRejectedValue(full),
  ]
  await shop.end('a')
  await vi.advanceTimersByTimeAsync(2 * holdMs)
  expect(shop.begun).toEqual(['a 1'])

  for (const spy of spies) spy.mockRestore()
  await vi.advanceTimersByTimeAsync(3_000)

  expect(shop.begun).toEqual(['a 1', 'a 2'])
})

test('it is idle when no run waits and none goes on, and not before', async () => {
  const shop = new Shop(1)
  shop.worker.start()
  await shop.order('a', 'b')
  let isIdle = false
  void shop.worker.idle().then(() => (isIdle = true))
  await shop.end('a')
  expect(isIdle).toBe(false)

  await shop.end('b')

  expect(isIdle).toBe(true)
})

test('stopped, it tells all to end, takes nothing more, and gives back what goes on for too long', async () => {
  const shop = new Shop()
  shop.worker.start()
  await shop.order('a', 'b')
  const stopped = shop.worker.stop(20_000)
  await shop.end('a')
  await shop.order('c')

  await vi.advanceTimersByTimeAsync(20_000)
  await stopped

  expect([shop.told, shop.begun]).toEqual([
    ['a', 'b'],
    ['a 1', 'b 1'],
  ])
  expect(await shop.queue.take()).toMatchObject({ op: 'b', attempts: 2 })
})
