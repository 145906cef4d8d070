import { expect, test } from 'vitest'
import { renderGroupMessage } from '../../../../src/application/state/branch/group-message.ts'

const words = (number: number, headline = 'labelled') => ({
  id: `ISS-00${number}`,
  headline,
  lines: [headline, 'effect done'],
})

test('one issue is told as it is', () => {
  expect(renderGroupMessage([words(7, 'T1 run yielded')])).toEqual({
    headline: 'ISS-007: T1 run yielded',
    lines: ['T1 run yielded', 'effect done'],
  })
})

test('several are named, what they have in common once, and each line says whose it is', () => {
  expect(renderGroupMessage([words(7), words(9)])).toEqual({
    headline: 'ISS-007, ISS-009: labelled',
    lines: ['ISS-007: labelled', 'ISS-007: effect done', 'ISS-009: labelled', 'ISS-009: effect done'],
  })
  expect(renderGroupMessage([words(7), words(9, 'plan drafted')]).headline).toBe(
    'ISS-007, ISS-009: labelled, plan drafted',
  )
})

test('many are counted, and the headline stays readable', () => {
  const many = Array.from({ length: 9 }, (_, index) => words(index + 1, `something of its own ${index}`))

  expect(renderGroupMessage(many.map((one) => ({ ...one, headline: 'labelled' }))).headline).toBe(
    'ISS-001, ISS-002, ISS-003, 6 more: labelled',
  )
  expect(renderGroupMessage(many).headline).toBe('ISS-001, ISS-002, ISS-003, 6 more: 9 kinds of changes')
})
