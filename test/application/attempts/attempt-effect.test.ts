import { expect, test } from 'vitest'
import { attempt, createRetryBudget, type Performance } from '../../../src/application/attempts/attempt-effect.ts'
import { isOutage, mayPass } from '../../../src/application/outage.ts'
import { CountersignFault, type FaultCode } from '../../../src/application/fault.ts'
import type { MachinePorts } from '../../../src/application/ports/machine-ports.ts'
import type { OwedEffect } from '../../../src/domain/effects/effect.ts'

const owed: OwedEffect = {
  op: 'ISS-001/7',
  since: '2026-01-01T00:00:00.000Z',
  action: { kind: 'export', plan_id: 'SOL-ISS-001-1', by: 'ada', partial: false, include_candidates: false },
}

interface Failing {
  failures: number
  code?: FaultCode
  deferrals?: number
  /** What each try takes. */
  tryMs?: number
}

/** Fails so often, then it is done. Tells how often it was tried, and how long was waited. */
async function attemptFailing({ failures, code = 'github_unavailable', deferrals = 0, tryMs = 0 }: Failing) {
  const waited: number[] = []
  const logged: string[] = []
  let nowMs = Date.parse(owed.since)
  const ports = {
    log: (level: string) => void logged.push(level),
    now: () => new Date(nowMs).toISOString(),
    wait: async (ms: number) => void (waited.push(ms), (nowMs += ms)),
  } as unknown as MachinePorts
  const performance = { isOurs: () => true, retryBudget: createRetryBudget(deferrals) } as unknown as Performance
  const looked: boolean[] = []
  const body = await attempt(ports, performance, owed, async (again) => {
    looked.push(again)
    nowMs += tryMs
    if (looked.length <= failures) throw new CountersignFault(code, 'GitHub is out of reach', '')
    return { kind: 'effect_done', op: owed.op }
  })
  return {
    body,
    looked,
    waitedMs: waited.reduce((sum, ms) => sum + ms, 0),
    logged,
    retryBudget: performance.retryBudget,
  }
}

test('an outage of half a minute is outlasted, and every further try looks for what the one before it did', async () => {
  const { body, looked, waitedMs } = await attemptFailing({ failures: 7 })

  expect(body.kind).toBe('effect_done')
  expect(looked).toEqual([false, ...Array.from({ length: 7 }, () => true)])
  expect(waitedMs).toBeGreaterThanOrEqual(30_000)
  expect(waitedMs).toBeLessThan(60_000)
})

test('in a longer one it is deferred, with the reason, and what comes after it is tried once', async () => {
  const { body, looked, retryBudget } = await attemptFailing({ failures: 8 })

  expect(body).toEqual({ kind: 'deferred', op: owed.op, why: 'GitHub is out of reach' })
  expect([looked.length, retryBudget.tries]).toEqual([8, 1])
})

test('what was deferred before is tried once each time, however often', async () => {
  const { body, looked } = await attemptFailing({ failures: 1, deferrals: 300 })

  expect([body.kind, looked.length]).toEqual(['deferred', 1])
})

test('where a try waits minutes for an answer, one is enough', async () => {
  const { body, looked } = await attemptFailing({ failures: 8, tryMs: 4 * 60_000 })

  expect([body.kind, looked.length]).toEqual(['deferred', 1])
})

test('what GitHub refuses is told at once', async () => {
  const { body, looked, logged } = await attemptFailing({ failures: 1, code: 'github_refused' })

  expect(body).toEqual({
    kind: 'effect_failed',
    op: owed.op,
    what: 'release the approved versions',
    why: 'GitHub is out of reach',
  })
  expect([looked.length, logged]).toEqual([1, ['warn']])
})

test('what another try may mend, but no waiting, is told after eight', async () => {
  const { body, looked } = await attemptFailing({ failures: 8, code: 'half_done' })

  expect([body.kind, looked.length]).toEqual(['effect_failed', 8])
})

test('tries of an outage are lines of the log for those who look closely', async () => {
  const { logged } = await attemptFailing({ failures: 8 })

  expect(new Set(logged)).toEqual(new Set(['debug']))
})

test.each(['ENOSPC', 'EDQUOT'])('a full disk (%s) is an outage too', (code) => {
  const full = Object.assign(new Error('no space left on device'), { code })

  expect([isOutage(full), mayPass(full)]).toEqual([true, true])
})
