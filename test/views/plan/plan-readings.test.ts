import { expect, test } from 'vitest'
import type { PlanRound } from '../../../src/domain/plan/plan-round.ts'
import { renderRounds } from '../../../src/views/plan/plan-history.ts'
import { buildPlan } from '../../support/builders.ts'

const round = (number: number, given: Partial<PlanRound>): PlanRound => {
  return { number, findings: [], score: 1, feasibility: [], splits: [], ...given }
}
const estimate = { task: 'T1', person_days_before: 0.5, one_shot_pass: true }

test('what a second reader found stands there by round, and of drafts that it sent back nothing twice', () => {
  const rounds = [
    round(1, {
      reading: { by: 'model-2', findings: [{ nodes: ['T1'], message: 'Nothing tests it, @ada (“it prints 1”)' }] },
      feasibility: [{ ...estimate, person_days: 2, why: '2 person-days by model-1: once' }],
    }),
    round(2, {
      reading: { by: 'model-2', findings: [] },
      feasibility: [{ ...estimate, person_days: 0.25, why: '2 h by model-1: again' }],
      splits: [{ task: 'T2', into: ['T2.1', 'T2.2'], along: 'files', criteria: [], by: 'model-1' }],
    }),
  ]

  const text = renderRounds(buildPlan({ rounds }), 8)

  expect(text).toContain('How it came to be: read again by a model, T2 split, 1 estimate computed')
  expect(text).toContain('Round 1, read by model-2: **T1**: Nothing tests it')
  expect(text).not.toContain('@ada')
  expect(text).toContain('Round 2, read by model-2: nothing found')
  expect(text).toContain('**T2** is cut where model-1 said into T2.1 and T2.2')
  expect(text).not.toContain('once')
})
