import { expect, test } from 'vitest'
import { depthOf } from '../../../../src/domain/plan/split/depth-of.ts'
import { buildPlan, buildTask } from '../../../support/builders.ts'

test('only DECOMPOSE edges count, the root is 0', () => {
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2.1', depends_on: ['T1'] }), buildTask({ id: 'T2.2.1' })]
  const plan = buildPlan({ tasks })

  expect(['G0', 'T1', 'T2', 'T2.1', 'T2.2', 'T2.2.1'].map((id) => depthOf(plan, id))).toEqual([0, 1, 1, 2, 2, 3])
})

test('a chain of 100,000 and a circle both end', () => {
  const chain = Array.from({ length: 100_000 }, (_, n) => ({
    type: 'DECOMPOSE' as const,
    from: `${n}`,
    to: `${n + 1}`,
  }))
  const circle = [
    { type: 'DECOMPOSE' as const, from: 'T1', to: 'T2' },
    { type: 'DECOMPOSE' as const, from: 'T2', to: 'T1' },
  ]

  expect(depthOf({ edges: chain }, '100000')).toBe(100_000)
  expect(depthOf({ edges: circle }, 'T1')).toBe(2)
})
