import { expect } from 'vitest'
import { fc, test } from '../../support/property.ts'
import { addCall, addUses, ModelUseSchema, noModelUse } from '../../../src/domain/models/model-use.ts'
import { explainLimitHit, findLimitHit, nothingSpent } from '../../../src/domain/models/spend-limits.ts'

const usage = { input: 100, cacheRead: 40, cacheWrite: 0, output: 10, reasoning: 4 }
const call = { outcome: 'answered' as const, model: 'b', usage, costUsd: 0.5, durationMs: 12.4 }

test('calls add up, and what isn’t known is said beside the sums', () => {
  const calls = [
    call,
    { ...call, model: 'a', costUsd: null },
    { ...call, usage: null, costUsd: null },
    { ...call, outcome: 'refused' as const },
    { ...call, outcome: 'failed' as const, usage: null, costUsd: null },
  ]

  const use = calls.reduce(addCall, noModelUse)

  expect(use).toEqual({
    calls: 4,
    refused: 1,
    models: ['a', 'b'],
    tokens: { input: 200, cached: 80, output: 20, reasoning: 8 },
    unmetered: 1,
    cost_usd: 0.5,
    unpriced: 1,
    duration_ms: 48,
  })
  expect(ModelUseSchema.parse(use)).toEqual(use)
})

const model = fc.constantFrom('a', 'b')
const anyCall = fc.record({
  outcome: fc.constantFrom('answered', 'cut', 'failed', 'passed_on', 'refused'),
  model,
  usage: fc.option(fc.constant(usage)),
  costUsd: fc.option(fc.integer({ min: 0, max: 64 })),
  durationMs: fc.nat(1_000),
})

test.prop([fc.array(anyCall), fc.array(anyCall)])(
  'runs that are added up come to what their calls come to',
  (one, two) => {
    const count = (calls: typeof one) => calls.reduce(addCall, noModelUse)

    expect(addUses(count(one), count(two))).toEqual(count([...one, ...two]))
  },
)

test('the narrowest limit that is reached is told, with its name in the configuration', () => {
  const limits = { day: { usd: 2 }, run: { minutes: 10 } }

  const hit = findLimitHit(limits, () => ({ ...nothingSpent, usd: 2.004, minutes: 10.26 }))
  const dollars = findLimitHit(limits, () => ({ ...nothingSpent, usd: 2.004 }))

  expect(hit && explainLimitHit(hit)).toBe('the limit of 10 minutes for this run is reached (10.3; limits.run.minutes)')
  expect(dollars && explainLimitHit(dollars)).toBe(
    'the limit of $2 for this server today is reached ($2.00; limits.day.usd)',
  )
  expect(findLimitHit(limits, () => nothingSpent)).toBeUndefined()
})
