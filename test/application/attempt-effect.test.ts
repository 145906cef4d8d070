import { expect, test } from 'vitest'
import { attempt, type Performance } from '../../src/application/attempt-effect.ts'
import { CountersignFault } from '../../src/application/fault.ts'
import type { MachinePorts } from '../../src/application/machine-ports.ts'
import type { OwedEffect } from '../../src/domain/effect.ts'

const owed: OwedEffect = {
  op: 'ISS-001/7',
  since: '2026-01-01T00:00:00.000Z',
  action: { kind: 'export', plan_id: 'SOL-ISS-001-1', by: 'ada', partial: false, include_candidates: false },
}

/** Fails so often for the moment, then it is done. Tells how often it was tried, and how long was waited. */
async function attemptFailing(failures: number) {
  const waited: number[] = []
  const wait = async (ms: number) => void waited.push(ms)
  const ports = { log: () => {}, now: () => owed.since, wait } as unknown as MachinePorts
  const performance = { isOurs: () => true } as unknown as Performance
  const looked: boolean[] = []
  const body = await attempt(ports, performance, owed, async (again) => {
    looked.push(again)
    if (looked.length <= failures) throw new CountersignFault('github_unavailable', 'GitHub is out of reach', '')
    return { kind: 'effect_done', op: owed.op }
  })
  return { kind: body.kind, looked, waitedMs: waited.reduce((sum, ms) => sum + ms, 0) }
}

test('an outage of half a minute is outlasted, and every further try looks for what the one before it did', async () => {
  const { kind, looked, waitedMs } = await attemptFailing(7)

  expect(kind).toBe('effect_done')
  expect(looked).toEqual([false, ...Array.from({ length: 7 }, () => true)])
  expect(waitedMs).toBeGreaterThanOrEqual(30_000)
  expect(waitedMs).toBeLessThan(60_000)
})

test('a longer one is told', async () => {
  expect((await attemptFailing(8)).kind).toBe('effect_failed')
})
