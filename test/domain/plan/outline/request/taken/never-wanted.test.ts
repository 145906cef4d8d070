import { expect, test } from 'vitest'
import { isNeverWanted } from '../../../../../../src/domain/plan/outline/request/doubts/never-wanted.ts'
import { planWritten } from '../../../../../support/plans/written-issues.ts'

test.each([
  'I then have to set the price of the coupon without taxes.',
  'Since it does not seem possible to make one, I cannot round this.',
  'I can tackle this on Friday.',
  'HIP 584 should have improved the estimate.',
  'A library that could be used is face_recognition.',
  'One could even contemplate it.',
])('nobody asks that it be so: %s', (sentence) => {
  expect(isNeverWanted(sentence)).toBe(true)
})

test.each([
  'I think it would be nice if it raised an error.',
  'I should be able to drag a card.',
  'I’d like to see the total.',
  'As a user I can import a recipe.',
  'The total should be shown.',
  'Could we show it, so that I see it?',
])('somebody may ask that it be so: %s', (sentence) => {
  expect(isNeverWanted(sentence)).toBe(false)
})

test('of two sentences the one that somebody may ask for is read', () => {
  const body = 'I think it would be nice if it raised a helpful error for `render_one`. I can tackle this on Friday.'

  const { criteria } = planWritten('Better errors of views', body)

  expect(criteria).toEqual(['I think it would be nice if it raised a helpful error for `render_one`.'])
})

test('what is ordered is not turned round, also where it stands in a report', () => {
  const body =
    '**Describe the Issue**\n\nDocument how to use validation in the client to check that resources are valid'

  const { criteria } = planWritten('Documentation of validation in the client', body)

  expect(criteria).toEqual(['Document how to use validation in the client to check that resources are valid'])
})
