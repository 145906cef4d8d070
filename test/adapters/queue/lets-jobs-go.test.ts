import { expect, test } from 'vitest'
import { createMemoryQueues } from '../../../src/adapters/queue/memory-queues.ts'
import { buildRunOrder } from '../../support/build-run-order.ts'

test('a queue whose process ends before jobs do lets go of what waits for one, and of nothing else', async () => {
  const { runs } = createMemoryQueues({ runsPerRepository: 2, letsJobsGo: true })
  const [one, two] = [buildRunOrder('ISS-007/1'), buildRunOrder('ISS-007/2')]
  await runs.add([one, two])
  await runs.take()
  await runs.take()

  await runs.defer({ id: one.id, attempts: 1 }, { delayMs: 0, waitsFor: 'job' })
  await runs.defer({ id: two.id, attempts: 1 }, { delayMs: 60_000, waitsFor: 'outage' })

  expect(await runs.countOpen()).toBe(1)
  expect(await runs.take()).toBeUndefined()
})
