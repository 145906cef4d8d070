import { expect, test } from 'vitest'
import { matchOperation } from '../../src/openapi/match-operation.ts'
import { findAnswerFaults, findBodyFaults, findParameterFaults } from '../../src/openapi/validate.ts'

function operationOf(method: string, path: string) {
  const matched = matchOperation(method, path)
  if (matched === undefined) throw new Error(`${method} ${path} is not described`)
  return matched.operation
}

test('a body is checked against the description', () => {
  const operation = operationOf('POST', '/repos/o/r/git/refs')

  expect(findBodyFaults(operation, { ref: 'refs/heads/x', sha: 'y' })).toEqual([])
  expect(findBodyFaults(operation, { ref: 3 })).toEqual([
    '"sha" wasn\'t supplied.',
    "For 'ref', the value must be string.",
  ])
})

test('numbers in paths and queries are texts that read as numbers', () => {
  const operation = operationOf('GET', '/repos/o/r/issues/1/comments')
  const params = { owner: 'o', repo: 'r', issue_number: '1' }

  expect(findParameterFaults(operation, params, { per_page: '5' })).toEqual([])
  expect(findParameterFaults(operation, { ...params, issue_number: 'x' }, {})).toEqual([
    "For 'path/issue_number', the value must be integer.",
  ])
})

test('an answer may be null only where the description says so', () => {
  const operation = operationOf('GET', '/repos/o/r/labels/bug')
  const label = { id: 1, node_id: 'x', url: 'http://x/y', name: 'bug', description: null, color: 'fff', default: false }

  expect(findAnswerFaults(operation, { status: 200, body: label })).toEqual([])
  expect(findAnswerFaults(operation, { status: 200, body: { ...label, name: null } })).toEqual([
    "For 'name', the value must be string.",
  ])
})

test('an answer with a status that is not described is a fault, an undescribed refusal with a message is not', () => {
  const operation = operationOf('GET', '/repos/o/r/labels/bug')

  expect(findAnswerFaults(operation, { status: 206, body: {} })).toEqual(['status 206 is not described'])
  expect(findAnswerFaults(operation, { status: 401, body: { message: 'Bad credentials' } })).toEqual([])
  expect(findAnswerFaults(operation, { status: 401, body: {} })).toEqual(['an error without a message'])
})
