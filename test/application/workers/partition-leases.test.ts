import { expect, test } from 'vitest'
import { MemoryQueue } from '../../../src/adapters/queue/memory-queue.ts'
import { PartitionLeases } from '../../../src/application/workers/partition-leases.ts'

const leaseMs = 20_000
const keeping = {
  extend: () => Promise.resolve(new Set<string>()),
  release: () => Promise.resolve(),
  wakeAbandoned: () => Promise.resolve(),
}

test('whoever watches a partition hears that it was lost, also once it was taken anew', () => {
  let nowMs = 0
  const leases = new PartitionLeases({ keeping, leaseMs, nowMs: () => nowMs, released: () => {}, onFault: () => {} })
  leases.note({ partition: 'a', fencingToken: '1' }, nowMs)
  const first = leases.watch('a')
  const before = first()

  nowMs = leaseMs
  const lost = first()
  leases.note({ partition: 'a', fencingToken: '2' }, nowMs)

  expect([before, lost, first(), leases.watch('a')()]).toEqual([true, false, false, true])
})

test('a partition that is not held is lost for whoever watches it', () => {
  const leases = new PartitionLeases({ keeping, leaseMs, nowMs: () => 0, released: () => {}, onFault: () => {} })

  const watch = leases.watch('a')
  leases.note({ partition: 'a', fencingToken: '1' }, 0)

  expect(watch()).toBe(false)
})

test('a partition that was lost and taken anew is kept as long as the queue has something of it', async () => {
  let nowMs = 0
  const leases = new PartitionLeases({ keeping, leaseMs, nowMs: () => nowMs, released: () => {}, onFault: () => {} })
  const queue = new MemoryQueue<string>(
    1,
    () => {},
    (key) => leases.keep(key),
  )
  leases.note({ partition: 'a', fencingToken: '1' }, nowMs)
  queue.push('a', 'from before', 60_000)
  nowMs = leaseMs

  const giveBack = leases.note({ partition: 'a', fencingToken: '2' }, nowMs)
  queue.push('a', 'of the new claim', 60_000)
  const isLast = leases.endOfClaim('a', giveBack)()

  expect([isLast, leases.isHeld('a')]).toEqual([false, true])
  const seen: boolean[] = []
  queue.start(async () => void seen.push(leases.watch('a')()))
  queue.expedite()
  await queue.idle()
  expect([seen, leases.isHeld('a')]).toEqual([[true], false])
})
