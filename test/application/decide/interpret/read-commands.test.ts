import { expect, test } from 'vitest'
import { readCommands } from '../../../../src/application/decide/interpret/read-commands.ts'

test('a comment is parsed once, however many ask for its commands', () => {
  const first = readCommands('/approve', 'issue')

  expect(readCommands('/approve', 'issue')).toBe(first)
})

test('the same words mean something else in a pull request', () => {
  const inIssue = readCommands('/approve', 'issue')
  const inPull = readCommands('/approve', 'pull_request')

  expect([inIssue, inPull].map(({ commands }) => commands[0]?.kind)).toEqual(['approve_plan', 'approve_task'])
})
