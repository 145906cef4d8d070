import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryInbox } from '../../../src/adapters/queue/memory-inbox.ts'
import type { Claim, Inbox, RowOutcome } from '../../../src/application/ports/queues/inbox.ts'
import { createInboxWorker, type InboxWorker } from '../../../src/application/workers/work-inbox.ts'
import { buildDelivery } from '../../support/build-delivery.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker whose handler waits until the test answers it, by partition. */
class Desk {
  readonly inbox: Inbox
  readonly worker: InboxWorker
  /** What was handed out, in order: `partition: id id`. */
  readonly handed: string[] = []
  readonly faults: string[] = []
  readonly #open = new Map<string, (outcome: RowOutcome | Error) => void>()

  constructor(inbox: Inbox = new MemoryInbox(), concurrency = 2) {
    this.inbox = inbox
    this.worker = createInboxWorker({
      inbox,
      concurrency,
      handle: (claim) => this.#handle(claim),
      onFault: (what) => void this.faults.push(what),
    })
  }

  async answer(partition: string, outcome: RowOutcome | Error = { kind: 'done' }): Promise<void> {
    this.#open.get(partition)?.(outcome)
    await vi.advanceTimersByTimeAsync(0)
  }

  #handle({ partition, rows }: Claim): Promise<ReadonlyMap<number, RowOutcome>> {
    this.handed.push(`${partition}: ${rows.map(({ delivery }) => delivery.id).join(' ')}`)
    return new Promise((resolve, reject) => {
      this.#open.set(partition, (outcome) => {
        if (outcome instanceof Error) reject(outcome)
        else resolve(new Map(rows.map(({ row }) => [row, outcome])))
      })
    })
  }
}

/** What is stored in it survives its worker, as in a database. */
class KeptInbox extends MemoryInbox {
  override readonly durable = true
}

test('what was stored before the start is handled after it, whole partitions at once', async () => {
  const desk = new Desk()
  for (const [id, partition] of Object.entries({ a1: 'a', b1: 'b', a2: 'a' }))
    await desk.inbox.store(buildDelivery(id, partition))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(desk.handed).toEqual([])

  desk.worker.start()
  await vi.advanceTimersByTimeAsync(0)

  expect(desk.handed).toEqual(['a: a1 a2', 'b: b1'])
})

test('no more partitions than agreed are worked on side by side, and the next begins when one ends', async () => {
  const desk = new Desk()
  desk.worker.start()
  for (const partition of ['a', 'b', 'c']) await desk.inbox.store(buildDelivery(partition, partition))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(desk.handed).toEqual(['a: a', 'b: b'])

  await desk.answer('a')

  expect(desk.handed).toEqual(['a: a', 'b: b', 'c: c'])
})

/** Nobody hears of what is stored in it, as of what another process stores. */
class QuietInbox extends MemoryInbox {
  override listen(): void {}
}

test('what another process stored is found within a second, heard of or not', async () => {
  const desk = new Desk(new QuietInbox())
  desk.worker.start()
  await vi.advanceTimersByTimeAsync(0)
  await desk.inbox.store(buildDelivery('a'))

  await vi.advanceTimersByTimeAsync(1_000)

  expect(desk.handed).toHaveLength(1)
})

test('rows whose handler fails are told of, and handed out again a little later', async () => {
  const desk = new Desk()
  desk.worker.start()
  await desk.inbox.store(buildDelivery('a', 'a'))
  await vi.advanceTimersByTimeAsync(0)
  await desk.answer('a', new Error('no'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([desk.faults, desk.handed]).toEqual([['deliveries were not handled'], ['a: a']])

  await vi.advanceTimersByTimeAsync(2_000)

  expect(desk.handed).toEqual(['a: a', 'a: a'])
  expect(await desk.inbox.list(1)).toMatchObject([{ fault: 'no' }])
})

test('a database that fails is told of and asked again, and what it kept is handled', async () => {
  const inbox = new MemoryInbox()
  const desk = new Desk(inbox)
  const claim = vi.spyOn(inbox, 'claim').mockRejectedValue(new Error('the connection is closed'))
  desk.worker.start()
  await desk.inbox.store(buildDelivery('a', 'a'))
  await vi.advanceTimersByTimeAsync(7_000)
  expect(new Set(desk.faults)).toEqual(new Set(['the inbox could not be read']))
  expect(claim.mock.calls.length).toBeLessThan(7)

  claim.mockRestore()
  await vi.advanceTimersByTimeAsync(2_000)

  expect(desk.handed).toEqual(['a: a'])
})

test('what became of rows is recorded as soon as it can be, and until then they are not handed out again', async () => {
  const inbox = new MemoryInbox()
  const desk = new Desk(inbox)
  const finish = vi.spyOn(inbox, 'finish').mockRejectedValue(new Error('No space left on device'))
  desk.worker.start()
  await inbox.store(buildDelivery('a', 'a'))
  await vi.advanceTimersByTimeAsync(0)
  await desk.answer('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([new Set(desk.faults), desk.handed]).toEqual([
    new Set(['what became of deliveries could not be recorded yet']),
    ['a: a'],
  ])

  finish.mockRestore()
  await vi.advanceTimersByTimeAsync(2_000)

  expect(await inbox.list(1)).toEqual([])
})

test('it is idle when nothing waits and nothing is worked on, and not before', async () => {
  const desk = new Desk()
  desk.worker.start()
  await desk.inbox.store(buildDelivery('a', 'a'))
  let isIdle = false
  const idle = desk.worker.idle().then(() => (isIdle = true))
  await vi.advanceTimersByTimeAsync(5_000)
  await desk.answer('a', { kind: 'later', delayMs: 4_000, why: 'GitHub is away' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect([isIdle, desk.handed.length]).toEqual([false, 2])

  await desk.answer('a')
  await idle

  expect(isIdle).toBe(true)
})

test('stopping ends what is worked on, and leaves what waits to where it is kept', async () => {
  const desk = new Desk(new KeptInbox(), 1)
  desk.worker.start()
  for (const partition of ['a', 'b']) await desk.inbox.store(buildDelivery(partition, partition))
  await vi.advanceTimersByTimeAsync(0)

  const stopped = desk.worker.stop()
  await desk.answer('a')
  await stopped

  expect(desk.handed).toEqual(['a: a'])
  expect(await desk.inbox.countWaiting()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(desk.handed).toEqual(['a: a'])
})

test('stopping handles what waits too where it would be lost', async () => {
  const desk = new Desk(new MemoryInbox(), 1)
  desk.worker.start()
  for (const partition of ['a', 'b']) await desk.inbox.store(buildDelivery(partition, partition))
  await vi.advanceTimersByTimeAsync(0)

  const stopped = desk.worker.stop()
  await desk.answer('a')
  await desk.answer('b')
  await stopped

  expect(await desk.inbox.countWaiting()).toBe(0)
})
