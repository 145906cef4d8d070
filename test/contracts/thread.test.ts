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

beforeAll(async () => {
  github = await startSandboxInstallation()
  thread = createThread(github.client, github.sandbox.app.botLogin)
  repository = await github.createRepository()
})
beforeEach(async () => {
  const { data } = await github.as('writer').issues.create({ ...repository.place, title: 'An issue' })
  issue = { number: data.number, nodeId: data.node_id }
  github.takeRequests()
})
afterAll(() => github.close())

function comment(op: string, text: string, overrides: { subjectId?: string | null } = {}): ThreadPost {
  const mark = `<!-- countersign:say ${op} abc -->`
  return {
    kind: 'comment',
    op,
    subjectId: issue.nodeId,
    number: issue.number,
    mark,
    body: `${mark}\n${text}`,
    ...overrides,
  }
}

async function readBodies(): Promise<string[]> {
  const { data } = await github.as('reader').issues.listComments({ ...repository.place, issue_number: issue.number })
  return data.map((one) => `${one.user?.login}: ${one.body?.split('\n').at(-1)}`)
}

test('two edits of one comment that wait at the same time are one, with the newer text', async () => {
  const [first] = await thread.post(repository.ref, [comment('a', 'one')], false)
  if (first?.ok !== true || first.id === null || first.nodeId === null) throw new Error('nothing was posted')
  const edit = (op: string, body: string): ThreadPost => {
    return { kind: 'edit', op, commentId: first.id ?? 0, commentNodeId: first.nodeId ?? '', body }
  }
  github.takeRequests()

  const posted = await Promise.all([
    thread.post(repository.ref, [edit('b', 'two')], false),
    thread.post(repository.ref, [edit('c', 'three'), comment('d', 'another')], false),
    thread.post(repository.ref, [edit('e', 'four')], false),
  ])

  expect(github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect(
    posted
      .flat()
      .map(({ op, ok }) => `${op} ${ok}`)
      .toSorted(),
  ).toEqual(['b true', 'c true', 'd true', 'e true'])
  const bot = github.sandbox.app.botLogin
  expect(await readBodies()).toEqual([`${bot}: four`, `${bot}: another`])
})

test('an edit that begins while another is under way is sent by itself', async () => {
  const [first] = await thread.post(repository.ref, [comment('a', 'one')], false)
  if (first?.ok !== true || first.id === null || first.nodeId === null) throw new Error('nothing was posted')
  const edit = { kind: 'edit' as const, commentId: first.id, commentNodeId: first.nodeId }

  const posting = thread.post(repository.ref, [{ ...edit, op: 'b', body: 'two' }], false)
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([posting, thread.post(repository.ref, [{ ...edit, op: 'c', body: 'three' }], false)])

  expect(github.takeRequests().filter((one) => one === 'POST /graphql 200')).toHaveLength(3)
  expect(await readBodies()).toEqual([`${github.sandbox.app.botLogin}: three`])
})

test('several posts are one request', async () => {
  const posts: ThreadPost[] = [
    { kind: 'react', op: 'a', nodeId: issue.nodeId, content: 'EYES' },
    comment('b', 'one'),
    comment('c', 'two'),
  ]

  const posted = await thread.post(repository.ref, posts, false)

  expect(github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a true', 'b true', 'c true'])
  const bot = github.sandbox.app.botLogin
  expect(await readBodies()).toEqual([`${bot}: one`, `${bot}: two`])
})

test('another try of several looks for each mark and is still one request', async () => {
  await thread.post(repository.ref, [comment('a', 'first')], false)
  github.takeRequests()
  const posts: ThreadPost[] = [
    { kind: 'react', op: 'r', nodeId: issue.nodeId, content: 'EYES' },
    comment('a', 'second'),
    comment('b', 'new'),
  ]

  await thread.post(repository.ref, posts, true)

  const listing = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments 200'
  expect(github.takeRequests()).toEqual([listing, listing, 'POST /graphql 200'])
  const bot = github.sandbox.app.botLogin
  expect(await readBodies()).toEqual([`${bot}: second`, `${bot}: new`])
})

test('one that fails does not fail the rest', async () => {
  const posts = [comment('a', 'one'), comment('b', 'lost', { subjectId: 'I_nobody' }), comment('c', 'two')]

  const posted = await thread.post(repository.ref, posts, false)

  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a true', 'b false', 'c true'])
  expect(await readBodies()).toHaveLength(2)
})

test('a comment is edited in place under the id it was posted with', async () => {
  const [posted] = await thread.post(repository.ref, [comment('a', 'before')], false)
  if (posted?.ok !== true || posted.id === null || posted.nodeId === null) throw new Error('it was not posted')

  const edit: ThreadPost = { kind: 'edit', op: 'b', commentId: posted.id, commentNodeId: posted.nodeId, body: 'after' }
  const edited = await thread.post(repository.ref, [edit], false)

  expect(edited).toEqual([{ op: 'b', ok: true, id: posted.id, nodeId: posted.nodeId }])
  expect(await readBodies()).toEqual([`${github.sandbox.app.botLogin}: after`])
})

test('another try edits the comment that the first has left instead of posting a second', async () => {
  github.fault({ route: 'POST /graphql', when: 'after', status: 502 })
  await expect(thread.post(repository.ref, [comment('a', 'first')], false)).rejects.toMatchObject({ retry: 'later' })

  const posted = await thread.post(repository.ref, [comment('a', 'second')], true)

  expect(posted).toMatchObject([{ op: 'a', ok: true }])
  expect(await readBodies()).toEqual([`${github.sandbox.app.botLogin}: second`])
})

test("our mark in somebody else's comment is not ours", async () => {
  const pasted = comment('a', 'pasted')
  if (pasted.kind !== 'comment') throw new Error('not a comment')
  const { number: issue_number } = issue
  await github.as('outsider').issues.createComment({ ...repository.place, issue_number, body: pasted.body })

  await thread.post(repository.ref, [comment('a', 'real')], true)

  expect(await readBodies()).toEqual([
    `${github.sandbox.logins.outsider}: pasted`,
    `${github.sandbox.app.botLogin}: real`,
  ])
})

test('comments by number go one by one, and one that fails is reported', async () => {
  const missing = { ...comment('a', 'nowhere', { subjectId: null }), number: 4_000 } as ThreadPost
  const posts = [missing, comment('b', 'here', { subjectId: null })]

  const posted = await thread.post(repository.ref, posts, false)

  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a false', 'b true'])
})
