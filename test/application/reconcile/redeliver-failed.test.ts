import { expect, test } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import type { Deliveries, SentDelivery } from '../../../src/application/ports/queues/deliveries.ts'
import { FailedDeliveries } from '../../../src/application/reconcile/redeliver-failed.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** GitHub's attempts at webhooks, in pages of a hundred, newest first; its clock is ours. */
class FakeDeliveries implements Deliveries {
  nowMs = Date.parse('2026-11-21T12:00:00Z')
  readonly attempts: (SentDelivery & { arrived: boolean })[] = []
  readonly redelivered: string[] = []
  readonly stored = new Set<string>()
  readonly faults: Error[] = []
  /** Whether an attempt arrives. */
  takes: (guid: string) => boolean = () => true
  pages = 0

  add(guid: string, agoMs: number, arrived = false): void {
    this.attempts.push({ id: this.attempts.length + 1, guid, at: this.#iso(this.nowMs - agoMs), arrived })
  }

  async *list(outcome: 'success' | 'failure', since: string): AsyncGenerator<SentDelivery[]> {
    const all = this.attempts
      .filter(({ at, arrived }) => arrived === (outcome === 'success') && at >= since)
      .toSorted((a, b) => (a.at === b.at ? b.id - a.id : b.at.localeCompare(a.at)))
    for (let from = 0; from === 0 || from < all.length; from += 100) {
      this.pages += 1
      yield all.slice(from, from + 100)
    }
  }

  async redeliver(id: number): Promise<void> {
    const fault = this.faults.shift()
    if (fault !== undefined) throw fault
    const guid = this.attempts.find((one) => one.id === id)?.guid ?? ''
    this.redelivered.push(guid)
    this.add(guid, 0, this.takes(guid))
  }

  open(): FailedDeliveries {
    return new FailedDeliveries({
      deliveries: this,
      findStored: (ids) => Promise.resolve(new Set(ids.filter((id) => this.stored.has(id)))),
      now: () => this.#iso(this.nowMs),
      timeAfter: (at, ms) => this.#iso(Date.parse(at) + ms),
    })
  }

  /** Passes, each some minutes after the one before; returns the pages that each one read. */
  async reconcile(failed: FailedDeliveries, times = 1): Promise<number[]> {
    const read: number[] = []
    for (let passes = 0; passes < times; passes += 1) {
      const before = this.pages
      await failed.redeliver()
      read.push(this.pages - before)
      this.nowMs += 6 * minuteMs
    }
    return read
  }

  #iso(ms: number): string {
    return new Date(ms).toISOString()
  }
}

test('what failed in the last three days is sent again, oldest first, each webhook once', async () => {
  const github = new FakeDeliveries()
  github.add('too old', 4 * dayMs)
  github.add('b', 2 * dayMs)
  github.add('a', dayMs)
  github.add('b', minuteMs)
  const failed = github.open()

  await github.reconcile(failed, 3)

  expect(github.redelivered).toEqual(['a', 'b'])
  expect([failed.takeCount(), failed.takeCount()]).toEqual([2, 0])
})

test('what another attempt has brought here is not sent again', async () => {
  const github = new FakeDeliveries()
  github.add('by hand', dayMs)
  github.add('by hand', minuteMs, true)
  github.add('stored', dayMs)
  github.stored.add('stored')

  await github.reconcile(github.open(), 2)

  expect(github.redelivered).toEqual([])
})

test('where nothing failed one look is enough, and where all that failed is stored here too', async () => {
  const calm = new FakeDeliveries()
  const known = new FakeDeliveries()
  known.add('stored', dayMs)
  known.stored.add('stored')

  expect([await calm.reconcile(calm.open()), await known.reconcile(known.open())]).toEqual([[1], [1]])
})

test('a minute without a database is sent again in one go, and not looked through again', async () => {
  const github = new FakeDeliveries()
  const guids = Array.from({ length: 2_500 }, (_, index) => `webhook ${index}`)
  for (const [index, guid] of guids.entries()) github.add(guid, dayMs - index * 20)
  github.takes = (guid) => github.stored.add(guid).has(guid)

  const pages = await github.reconcile(github.open(), 3)

  expect(github.redelivered).toEqual(guids)
  // All that failed, and a look at what arrived; then only whether something failed since.
  expect(pages).toEqual([26, 1, 1])
})

test('more than is kept in memory at once comes oldest first all the same, each once', async () => {
  const github = new FakeDeliveries()
  const guids = Array.from({ length: 6_000 }, (_, index) => `webhook ${index}`)
  for (const [index, guid] of guids.entries()) github.add(guid, dayMs - index * 20)

  await github.reconcile(github.open(), 2)

  expect(github.redelivered).toEqual(guids)
})

test('among very many that arrived only the newest are looked through', async () => {
  const github = new FakeDeliveries()
  github.add('lost', dayMs)
  for (let index = 0; index < 3_000; index += 1) github.add(`other ${index}`, minuteMs, true)

  const pages = await github.reconcile(github.open(), 3)

  expect(github.redelivered).toEqual(['lost'])
  expect(pages).toEqual([21, 2, 1])
})

test('what always fails is let go after three attempts', async () => {
  const github = new FakeDeliveries()
  github.add('b', dayMs)
  github.takes = () => false

  await github.reconcile(github.open(), 6)

  expect(github.redelivered).toEqual(['b', 'b', 'b'])
})

test('an attempt that GitHub never made is asked for again', async () => {
  const github = new FakeDeliveries()
  github.add('b', dayMs)
  const failed = github.open()
  await github.reconcile(failed)
  github.attempts.pop()

  await github.reconcile(failed, 2)

  expect(github.redelivered).toEqual(['b', 'b'])
})

test('one that GitHub does not have any more holds up nobody, and is not asked for again', async () => {
  const github = new FakeDeliveries()
  github.add('gone', dayMs)
  github.add('b', minuteMs)
  github.faults.push(new CountersignFault('github_refused', 'Not Found', 'status 404'))

  await github.reconcile(github.open(), 2)

  expect(github.redelivered).toEqual(['b'])
})

const badGateway = () => new CountersignFault('github_unavailable', 'Bad Gateway', 'status 502')

test('one that can’t be asked for now holds up nobody, and is asked for by the passes after that, however often', async () => {
  const github = new FakeDeliveries()
  for (const guid of ['a', 'b', 'c']) github.add(guid, dayMs)
  const failed = github.open()
  github.faults.push(badGateway())

  await failed.redeliver()
  github.nowMs += 6 * minuteMs
  for (let passes = 0; passes < 5; passes += 1) {
    github.faults.push(badGateway())
    await github.reconcile(failed)
  }
  await github.reconcile(failed)

  expect(github.redelivered).toEqual(['b', 'c', 'a'])
})

test('while GitHub is away nothing is counted, and the next pass goes on', async () => {
  const github = new FakeDeliveries()
  for (const guid of ['a', 'b', 'c', 'd']) github.add(guid, dayMs)
  const failed = github.open()
  github.takes = (guid) => {
    if (guid === 'a') github.faults.push(badGateway(), badGateway(), badGateway())
    return true
  }

  await expect(failed.redeliver()).rejects.toMatchObject({ code: 'github_unavailable' })
  github.nowMs += 6 * minuteMs
  await github.reconcile(failed, 2)

  expect(github.redelivered.toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('when the server is to end, what is not asked for yet stays for the next', async () => {
  const github = new FakeDeliveries()
  for (const guid of ['a', 'b', 'c']) github.add(guid, dayMs)
  const failed = github.open()
  github.takes = () => {
    failed.end()
    return true
  }

  await failed.redeliver()

  expect(github.redelivered).toEqual(['a'])
})
