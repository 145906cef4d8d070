import { expect, test } from 'vitest'
import { planWritten, readWrittenIssues, writtenPages } from '../support/written-issues.ts'

const written = writtenPages.flatMap((page) => readWrittenIssues(page))

test.each(written)('$kind gives what a maintainer would make of it', ({ title, body, gives, ...expected }) => {
  const outcome = planWritten(title, body)

  expect({ gives: outcome.gives, says: outcome.says }).toEqual({
    gives,
    says: expect.stringContaining(expected.asks) as string,
  })
  if (gives !== 'plan') return
  expect(outcome.tasks).toBe(expected.tasks)
  if (expected.tasks > 1) return
  expect({ criteria: outcome.criteria, scope: outcome.scope }).toEqual({
    criteria: expected.criteria,
    scope: expected.scope,
  })
})

test('there are at least forty kinds, of every answer', () => {
  expect(new Set(written.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40)
  expect(new Set(written.map(({ gives }) => gives))).toEqual(new Set(['plan', 'question', 'declined']))
})

test('saying less never scores better', () => {
  const gives = ['Improve performance', 'Docs: broken link', 'Fix broken link', 'It crashes', 'Update docs'].map(
    (title) => planWritten(title, '').gives,
  )

  expect(new Set(gives)).toEqual(new Set(['question']))
  expect(planWritten('Improve performance', 'Parsing 10 MB should take less than a second.').gives).toBe('plan')
  expect(planWritten('Docs: broken link', 'The link "Setup" in README.md leads to a 404.').gives).toBe('plan')
})
