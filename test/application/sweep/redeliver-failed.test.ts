import { expect, test } from 'vitest'
import type { Deliveries, Delivery } from '../../../src/application/ports/deliveries.ts'
import { FailedDeliveries } from '../../../src/application/sweep/redeliver-failed.ts'

const now = '2026-11-21T12:00:00.000Z'
const timeAfter = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

/** GitHub's list, newest first. */
class FakeDeliveries implements Deliveries {
  readonly asked: string[] = []
  readonly redelivered: number[] = []
  failed: Delivery[] = []
  arrived: Delivery[] = []

  list(outcome: 'success' | 'failure', since: string): Promise<Delivery[]> {
    this.asked.push(`${outcome} since ${since}`)
    return Promise.resolve(outcome === 'failure' ? this.failed : this.arrived)
  }

  redeliver(id: number): Promise<void> {
    this.redelivered.push(id)
    return Promise.resolve()
  }
}

test('what failed in the last three days is sent again, oldest first, each webhook once', async () => {
  const deliveries = new FakeDeliveries()
  deliveries.failed = [
    { id: 4, guid: 'b', at: '2026-11-21T11:00:00Z' },
    { id: 3, guid: 'a', at: '2026-11-21T10:30:00Z' },
    { id: 2, guid: 'b', at: '2026-11-21T10:00:00Z' },
  ]

  const count = await new FailedDeliveries(deliveries).redeliver(now, timeAfter)

  expect(count).toBe(2)
  expect(new Set(deliveries.redelivered)).toEqual(new Set([3, 4]))
  expect(deliveries.asked).toEqual(['failure since 2026-11-18T12:00:00.000Z', 'success since 2026-11-21T10:00:00Z'])
})

test('what another attempt has brought here is not sent again', async () => {
  const deliveries = new FakeDeliveries()
  deliveries.failed = [{ id: 2, guid: 'b', at: '2026-11-21T10:00:00Z' }]
  deliveries.arrived = [{ id: 5, guid: 'b', at: '2026-11-21T10:01:00Z' }]

  await new FailedDeliveries(deliveries).redeliver(now, timeAfter)

  expect(deliveries.redelivered).toEqual([])
})

test('where nothing failed one look is enough', async () => {
  const deliveries = new FakeDeliveries()

  await new FailedDeliveries(deliveries).redeliver(now, timeAfter)

  expect(deliveries.asked).toHaveLength(1)
})

test('what always fails is let go after three attempts', async () => {
  const deliveries = new FakeDeliveries()
  deliveries.failed = [{ id: 2, guid: 'b', at: '2026-11-21T10:00:00Z' }]
  const failed = new FailedDeliveries(deliveries)

  for (let sweeps = 0; sweeps < 5; sweeps += 1) await failed.redeliver(now, timeAfter)

  expect(deliveries.redelivered).toEqual([2, 2, 2])
})
