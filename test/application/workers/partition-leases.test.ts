import { expect, test } from 'vitest'
import { LaneHolds } from '../../../src/application/workers/lane-holds.ts'

const leaseMs = 20_000
const keeping = {
  extend: () => Promise.resolve(new Set<string>()),
  release: () => Promise.resolve(),
  wakeAbandoned: () => Promise.resolve(),
}

test('whoever watches a lane hears that it was lost, also once it was taken anew', () => {
  let nowMs = 0
  const holds = new LaneHolds({ keeping, leaseMs, nowMs: () => nowMs, released: () => {}, onFault: () => {} })
  holds.note({ lane: 'a', turn: '1' }, nowMs)
  const first = holds.watch('a')
  const before = first()

  nowMs = leaseMs
  const lost = first()
  holds.note({ lane: 'a', turn: '2' }, nowMs)

  expect([before, lost, first(), holds.watch('a')()]).toEqual([true, false, false, true])
})

test('a lane that is not held is lost for whoever watches it', () => {
  const holds = new LaneHolds({ keeping, leaseMs, nowMs: () => 0, released: () => {}, onFault: () => {} })

  const watch = holds.watch('a')
  holds.note({ lane: 'a', turn: '1' }, 0)

  expect(watch()).toBe(false)
})
