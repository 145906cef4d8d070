import { beforeAll, expect, test } from 'vitest'
import { createPeople } from '../../../src/adapters/github/read/create-people.ts'
import { useIssueThread } from '../../support/repository/issue-thread.ts'

const on = useIssueThread()
let writer: string
let maintainer: string
beforeAll(() => {
  ;({ writer, maintainer } = on.github.sandbox.logins)
})

function assign(add: string[], remove: string[] = []) {
  return { kind: 'assign' as const, op: 'a', number: on.issue.number, subjectId: null as string | null, add, remove }
}

async function readAssignees(): Promise<string[]> {
  const { data } = await on.github.as('reader').issues.get({ ...on.repository.place, issue_number: on.issue.number })
  return (data.assignees ?? []).map(({ login }) => login)
}

test('who is needed is assigned in the request of all else, and taken off again; again is the same as once', async () => {
  expect(await on.post([on.comment('b', 'text'), assign([writer])])).toMatchObject([{ ok: true }, { ok: true }])

  // One query for the ids, one request for both.
  expect(on.github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect(await readAssignees()).toEqual([writer])
  for (const again of [false, true]) await on.post([assign([maintainer], [writer])], again)
  expect(await readAssignees()).toEqual([maintainer])
})

test('who is nobody or may not be assigned is left out, and no fault', async () => {
  const posted = await on.post([assign(['nobody-at-all', writer])])

  expect(posted).toMatchObject([{ ok: true }])
  expect(await readAssignees()).toEqual([writer])
})

test.each([
  ['nobody is left', () => assign(['nobody-at-all'])],
  ['the issue is gone', () => ({ ...assign([writer]), number: 4_000 })],
])('where %s nothing is asked for, and that is no fault', async (_why, post) => {
  expect(await on.post([post()])).toMatchObject([{ ok: true }])

  expect(on.github.takeRequests()).toEqual(['POST /graphql 200'])
})

test('who was asked for a role is assigned without a query, in an issue whose id is known', async () => {
  const { data } = await on.github.as('triager').users.getAuthenticated()
  await createPeople(on.github.client, []).findRole(on.repository.ref, data.login, data.id)
  on.github.takeRequests()

  await on.post([{ ...assign([data.login]), subjectId: on.issue.nodeId }])

  expect(on.github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(await readAssignees()).toEqual([data.login])
})
