import { expect, test } from 'vitest'
import { postsReview } from '../../../../src/domain/gate/check/posts-review.ts'
import type { Review } from '../../../../src/domain/records/review.ts'
import { buildArtifact, buildReview, buildTask } from '../../../support/builders.ts'

const task = buildTask()
const artifact = buildArtifact(task)
const build = (overrides: Partial<Review> = {}) => buildReview(task, artifact, overrides)
const byMachine = build()
const rejected = build({ verdict: 'REJECTED' })
const judged: Review['criteria'] = [{ id: 'AC-1', result: 'pass', evidence: 'read', judge: 'ada' }]

test('every verdict is posted as a review, or none, where the configuration says so', () => {
  expect([byMachine, rejected].map((one) => postsReview('always', one, [one]))).toEqual([true, true])
  expect([byMachine, rejected].map((one) => postsReview('never', one, [one]))).toEqual([false, false])
})

test.each([
  ['machines alone approved', byMachine, false],
  ['something is rejected', rejected, true],
  ['a person approved', build({ reviewer: '@ada' }), true],
  ['a person judged a part', build({ reviewer: 'rules, @ada', criteria: judged }), true],
  [
    'a person waived what a machine failed',
    build({ criteria: judged.map((one) => ({ ...one, result: 'waived' })) }),
    true,
  ],
  ['a model judged', build({ reviewer: 'qwen' }), true],
])('when needed: %s', (_name, review, isPosted) => {
  expect(postsReview('when_needed', review, [review])).toBe(isPosted)
})

test('when needed: what machines approve after a rejection of the same task, whose review asks for changes', () => {
  const other = buildReview(buildTask({ id: 'T2' }), artifact, { verdict: 'REJECTED' })

  expect(postsReview('when_needed', byMachine, [rejected, byMachine])).toBe(true)
  expect(postsReview('when_needed', byMachine, [other, byMachine])).toBe(false)
})
