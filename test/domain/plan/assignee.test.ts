import { expect, test } from 'vitest'
import { findMisfit, listWriters } from '../../../src/domain/plan/assignee.ts'
import type { Role } from '../../../src/domain/configuration/sections/roles.ts'
import { buildTask } from '../../support/builders.ts'

const known = ['human', 'patch', 'shell']

test.each<[Role | null | 'unknown', string | undefined]>([
  ['write', undefined],
  ['admin', undefined],
  ['triage', '`@Ada` has only the role `triage` here, and a task is done by pushing to its branch'],
  [null, '`@Ada` has no access here, and a task is done by pushing to its branch'],
  ['unknown', '`@Ada` is no account on GitHub'],
])('somebody with the role %s, however the login is written', (role, misfit) => {
  const facts = { people: [{ login: 'ADA', role }], writers: [] }

  expect(findMisfit(buildTask(), '@Ada', { executors: known }, facts)).toBe(misfit)
})

test('whom nobody asked GitHub about is taken at their word', () => {
  expect(findMisfit(buildTask(), '@ada', { executors: known }, undefined)).toBeUndefined()
  expect(
    findMisfit(buildTask(), '@ada', { executors: known }, { people: [{ login: 'bo', role: null }], writers: [] }),
  ).toBeUndefined()
})

test('who could do it instead is named, six at most', () => {
  const writers = ['ada', 'bo', 'cy', 'di', 'ed', 'flo', 'gus']

  expect(listWriters({ people: [], writers: ['ada', 'bo'] })).toBe('`@ada`, `@bo` may push here')
  expect(listWriters({ people: [], writers })).toBe(
    '`@ada`, `@bo`, `@cy`, `@di`, `@ed`, `@flo` and 1 more may push here',
  )
  expect(listWriters(undefined)).toBe('')
})
