import { expect, test } from 'vitest'
import { decideVerdict } from '../../../../src/domain/gate/check/decide-verdict.ts'
import type { CriterionResult } from '../../../../src/domain/records/review.ts'
import { buildCriterion } from '../../../support/builders.ts'

const criteria = [
  buildCriterion({ id: 'AC-1', severity: 'blocker' }),
  buildCriterion({ id: 'AC-2', severity: 'major' }),
  buildCriterion({ id: 'AC-3', severity: 'minor' }),
]
const results = (...all: CriterionResult['result'][]) =>
  all.map((result, index) => ({ id: `AC-${index + 1}`, result, evidence: '' }))

test('a verdict exists once every blocker and major has a result', () => {
  expect(decideVerdict(criteria, results('pass', 'none'), 0.8)).toEqual({ kind: 'incomplete', missing: ['AC-2'] })
  expect(decideVerdict(criteria, results('pass', 'pass'), 0.8).kind).toBe('verdict')
})

test('one blocker or major that failed is a verdict, whatever the others come to', () => {
  expect(decideVerdict(criteria, results('none', 'fail'), 0.8)).toMatchObject({ kind: 'verdict', verdict: 'REJECTED' })
  expect(decideVerdict(criteria, results('none', 'none', 'fail'), 0.1)).toMatchObject({ kind: 'incomplete' })
})

test('score is the weighted share passed, weights 3, 2, 1', () => {
  expect(decideVerdict(criteria, results('pass', 'pass', 'fail'), 0.8)).toEqual({
    kind: 'verdict',
    verdict: 'APPROVED',
    score: 0.833,
  })
  expect(decideVerdict(criteria, results('fail', 'pass', 'pass'), 0.1)).toEqual({
    kind: 'verdict',
    verdict: 'REJECTED',
    score: 0.5,
  })
})

test('a waived criterion counts as held', () => {
  expect(decideVerdict(criteria, results('waived', 'pass', 'pass'), 1)).toEqual({
    kind: 'verdict',
    verdict: 'APPROVED',
    score: 1,
  })
})

test('the score must reach review.min_score', () => {
  expect(decideVerdict(criteria, results('pass', 'pass', 'fail'), 0.9)).toMatchObject({ verdict: 'REJECTED' })
})

test('without criteria nothing is approved', () => {
  expect(decideVerdict([], [], 0)).toMatchObject({ verdict: 'REJECTED', score: 0 })
})

const minor = buildCriterion({ id: 'AC-2', severity: 'minor' })
const blocker = (id: string) => buildCriterion({ id, severity: 'blocker' })

test('an open minor criterion that decides the score is waited for', () => {
  expect(decideVerdict([blocker('AC-1'), minor], results('pass', 'none'), 0.8)).toEqual({
    kind: 'incomplete',
    missing: ['AC-2'],
  })
})

test('an open minor criterion that decides nothing is left out of the score', () => {
  const criteria = [blocker('AC-1'), minor, blocker('AC-3')]

  expect(decideVerdict(criteria, results('pass', 'none', 'pass'), 0.8)).toEqual({
    kind: 'verdict',
    verdict: 'APPROVED',
    score: 1,
  })
  expect(decideVerdict(criteria, results('fail', 'none', 'pass'), 0.8)).toMatchObject({
    verdict: 'REJECTED',
    score: 0.5,
  })
})
