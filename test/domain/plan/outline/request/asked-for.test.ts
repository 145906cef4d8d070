import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  [
    'It would be cool if there was a flag to show all directories with matches.',
    'a flag to show all directories with matches.',
  ],
  [
    'Could it be possible in a future version to add a shortcut to toggle the dark mode?',
    'a shortcut to toggle the dark mode',
  ],
  ['When presenting I want to be able to toggle between dark and light mode.', 'toggle between dark and light mode'],
  [
    "I'd have expected it to exit 1 and tell me about the pending `alter_column`.",
    'exit 1 and tell me about the pending `alter_column`',
  ],
  [
    'Groups with no labels match everything. That one should be refused.',
    'match everything. That one should be refused',
  ],
  ['Still, the overlay should say that the attribute is from an extension.', 'the attribute is from an extension'],
])('what is asked for is heard: %s', (said, words) => {
  const { gives, criteria } = planWritten('Settings page', said)

  expect(gives).toBe('reading')
  expect(criteria.join('\n')).toContain(words)
})

test('a title that asks for something is not told to be gone', () => {
  const { criteria } = planWritten(
    'alerts: let me silence by group instead of by alert',
    'The groups are there already.',
  )

  expect(criteria).toEqual(['alerts: let me silence by group instead of by alert'])
})
