import { expect, test } from 'vitest'
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
