import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createThread } from '../../src/adapters/github/create-thread.ts'
import type { Thread, ThreadPost } from '../../src/application/ports/thread.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../support/sandbox-installation.ts'

let github: SandboxInstallation
let repository: SandboxRepository
let thread: Thread
let issue: { number: number; nodeId: string }
let writer: string
let maintainer: string

beforeAll(async () => {
  github = await startSandboxInstallation()
  const loginOf = async (role: 'writer' | 'maintainer') => (await github.as(role).users.getAuthenticated()).data.login
  writer = await loginOf('writer')
  maintainer = await loginOf('maintainer')
})
beforeEach(async () => {
  thread = createThread(github.client, github.sandbox.app.botLogin)
  repository = await github.createRepository()
  const { data } = await github.as('writer').issues.create({ ...repository.place, title: 'An issue' })
  issue = { number: data.number, nodeId: data.node_id }
})
afterAll(() => github.close())

function assign(add: string[], remove: string[] = []): ThreadPost {
  return { kind: 'assign', op: 'a', number: issue.number, add, remove }
}

async function readAssignees(): Promise<string[]> {
  const { data } = await github.as('reader').issues.get({ ...repository.place, issue_number: issue.number })
  return (data.assignees ?? []).map(({ login }) => login)
}

test('who is needed is assigned in the request of all else, and taken off again; again is the same as once', async () => {
  github.takeRequests()
  const mark = '<!-- countersign:say b abc -->'
  const comment: ThreadPost = {
    kind: 'comment',
    op: 'b',
    subjectId: issue.nodeId,
    number: issue.number,
    mark,
    body: `${mark}\ntext`,
  }

  expect(await thread.post(repository.ref, [comment, assign([writer])], false)).toMatchObject([
    { ok: true },
    { ok: true },
  ])

  // One query for the ids, one request for both.
  expect(github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect(await readAssignees()).toEqual([writer])
  for (const again of [false, true]) await thread.post(repository.ref, [assign([maintainer], [writer])], again)
  expect(await readAssignees()).toEqual([maintainer])
})

test('who is nobody or may not be assigned is left out, and no fault', async () => {
  const posted = await thread.post(repository.ref, [assign(['nobody-at-all', writer])], false)

  expect(posted).toMatchObject([{ ok: true }])
  expect(await readAssignees()).toEqual([writer])
})
