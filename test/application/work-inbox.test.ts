import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryInbox } from '../../src/adapters/queue/memory-inbox.ts'
import type { Inbox, InboxRow, RowOutcome } from '../../src/application/ports/inbox.ts'
import { createInboxWorker, type InboxWorker } from '../../src/application/work-inbox.ts'
import { buildDelivery } from '../support/build-delivery.ts'

const leaseMs = 30_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker whose handler waits until the test answers it, by lane. */
class Desk {
  readonly inbox: Inbox
  readonly worker: InboxWorker
  /** What was handed out, in order: `lane: id id`. */
  readonly handed: string[] = []
  readonly faults: string[] = []
  readonly #open = new Map<string, (outcome: RowOutcome | Error) => void>()

  constructor(inbox: Inbox = new MemoryInbox(leaseMs), concurrency = 2) {
    this.inbox = inbox
    this.worker = createInboxWorker({
      inbox,
      concurrency,
      extendEveryMs: leaseMs / 4,
      handle: (rows) => this.#handle(rows),
      onFault: (what) => void this.faults.push(what),
    })
  }

  async answer(lane: string, outcome: RowOutcome | Error = { kind: 'done' }): Promise<void> {
    this.#open.get(lane)?.(outcome)
    await vi.advanceTimersByTimeAsync(0)
  }

  #handle(rows: InboxRow[]): Promise<ReadonlyMap<number, RowOutcome>> {
    const lane = rows[0]?.delivery.lane ?? ''
    this.handed.push(`${lane}: ${rows.map(({ delivery }) => delivery.id).join(' ')}`)
    return new Promise((resolve, reject) => {
      this.#open.set(lane, (outcome) => {
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

test('what was stored before the start is handled after it, whole lanes at once', async () => {
  const desk = new Desk()
  for (const [id, lane] of Object.entries({ a1: 'a', b1: 'b', a2: 'a' }))
    await desk.worker.store(buildDelivery(id, lane))
  await vi.advanceTimersByTimeAsync(leaseMs)
  expect(desk.handed).toEqual([])

  desk.worker.start()
  await vi.advanceTimersByTimeAsync(0)

  expect(desk.handed).toEqual(['a: a1 a2', 'b: b1'])
})

test('no more lanes than agreed are worked on side by side, and the next begins when one ends', async () => {
  const desk = new Desk()
  desk.worker.start()
  for (const lane of ['a', 'b', 'c']) await desk.worker.store(buildDelivery(lane, lane))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(desk.handed).toEqual(['a: a', 'b: b'])

  await desk.answer('a')

  expect(desk.handed).toEqual(['a: a', 'b: b', 'c: c'])
})

test('what another process stored is found within a second', async () => {
  const desk = new Desk()
  desk.worker.start()
  await vi.advanceTimersByTimeAsync(0)
  await desk.inbox.store(buildDelivery('a'))

  await vi.advanceTimersByTimeAsync(1_000)

  expect(desk.handed).toHaveLength(1)
})

test('a lease is kept while its work goes on, however long that takes', async () => {
  const desk = new Desk()
  desk.worker.start()
  await desk.worker.store(buildDelivery('a'))

  await vi.advanceTimersByTimeAsync(10 * leaseMs)
  expect(desk.handed).toHaveLength(1)
  await desk.answer(buildDelivery('a').lane)

  expect(await desk.inbox.countWaiting()).toBe(0)
})

test('rows whose handler fails are told of, and handed out again when the lease has ended', async () => {
  const desk = new Desk()
  desk.worker.start()
  await desk.worker.store(buildDelivery('a', 'a'))
  await vi.advanceTimersByTimeAsync(0)
  await desk.answer('a', new Error('no'))
  await vi.advanceTimersByTimeAsync(leaseMs - 1_000)
  expect([desk.faults, desk.handed]).toEqual([['deliveries were not handled'], ['a: a']])

  await vi.advanceTimersByTimeAsync(2_000)

  expect(desk.handed).toEqual(['a: a', 'a: a'])
})

test('a database that fails is told of and asked again, and what it kept is handled', async () => {
  const inbox = new MemoryInbox(leaseMs)
  const desk = new Desk(inbox)
  const claim = vi.spyOn(inbox, 'claim').mockRejectedValue(new Error('the connection is closed'))
  desk.worker.start()
  await desk.worker.store(buildDelivery('a', 'a'))
  await vi.advanceTimersByTimeAsync(7_000)
  expect(new Set(desk.faults)).toEqual(new Set(['the inbox could not be read']))
  expect(claim.mock.calls.length).toBeLessThan(7)

  claim.mockRestore()
  await vi.advanceTimersByTimeAsync(2_000)

  expect(desk.handed).toEqual(['a: a'])
})

test('a lease that could not be extended is told of; the work goes on', async () => {
  const inbox = new MemoryInbox(leaseMs)
  const desk = new Desk(inbox)
  vi.spyOn(inbox, 'extend').mockRejectedValueOnce(new Error('the connection is closed'))
  desk.worker.start()
  await desk.worker.store(buildDelivery('a', 'a'))
  await vi.advanceTimersByTimeAsync(leaseMs)
  await desk.answer('a')

  expect(desk.faults).toEqual(['a lease could not be extended'])
  expect(await inbox.countWaiting()).toBe(0)
})

test('it is idle when nothing waits and nothing is worked on, and not before', async () => {
  const desk = new Desk()
  desk.worker.start()
  await desk.worker.store(buildDelivery('a', 'a'))
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
  const desk = new Desk(new KeptInbox(leaseMs), 1)
  desk.worker.start()
  for (const lane of ['a', 'b']) await desk.worker.store(buildDelivery(lane, lane))
  await vi.advanceTimersByTimeAsync(0)

  const stopped = desk.worker.stop()
  await desk.answer('a')
  await stopped

  expect(desk.handed).toEqual(['a: a'])
  expect(await desk.inbox.countWaiting()).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * leaseMs)
  expect(desk.handed).toEqual(['a: a'])
})

test('stopping handles what waits too where it would be lost', async () => {
  const desk = new Desk(new MemoryInbox(leaseMs), 1)
  desk.worker.start()
  for (const lane of ['a', 'b']) await desk.worker.store(buildDelivery(lane, lane))
  await vi.advanceTimersByTimeAsync(0)

  const stopped = desk.worker.stop()
  await desk.answer('a')
  await desk.answer('b')
  await stopped

  expect(await desk.inbox.countWaiting()).toBe(0)
})

test('what is known already wakes nobody', async () => {
  const desk = new Desk()

  const outcomes = [await desk.worker.store(buildDelivery('a')), await desk.worker.store(buildDelivery('a'))]

  expect(outcomes).toEqual(['stored', 'known'])
})
