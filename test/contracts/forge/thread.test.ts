import { expect, test } from 'vitest'
import type { ThreadPost } from '../../../src/application/ports/forge/thread.ts'
import { useIssueThread } from '../../support/repository/issue-thread.ts'

const on = useIssueThread()

async function readBodies(): Promise<string[]> {
  const { data } = await on.github
    .as('reader')
    .issues.listComments({ ...on.repository.place, issue_number: on.issue.number })
  return data.map((one) => `${one.user?.login}: ${one.body?.split('\n').at(-1)}`)
}

test('two edits of one comment that wait at the same time are one, with the newer text', async () => {
  const [first] = await on.post([on.comment('a', 'one')])
  if (first?.ok !== true || first.id === null || first.nodeId === null) throw new Error('nothing was posted')
  const edit = (op: string, body: string): ThreadPost => {
    return { kind: 'edit', op, commentId: first.id ?? 0, commentNodeId: first.nodeId ?? '', body }
  }
  on.github.takeRequests()

  const posted = await Promise.all([
    on.post([edit('b', 'two')]),
    on.post([edit('c', 'three'), on.comment('d', 'another')]),
    on.post([edit('e', 'four')]),
  ])

  expect(on.github.takeRequests()).toEqual(['POST /graphql 200', 'POST /graphql 200'])
  expect(
    posted
      .flat()
      .map(({ op, ok }) => `${op} ${ok}`)
      .toSorted(),
  ).toEqual(['b true', 'c true', 'd true', 'e true'])
  const bot = on.github.sandbox.app.botLogin
  expect(await readBodies()).toEqual([`${bot}: four`, `${bot}: another`])
})

test('an edit that begins while another is under way is sent by itself', async () => {
  const [first] = await on.post([on.comment('a', 'one')])
  if (first?.ok !== true || first.id === null || first.nodeId === null) throw new Error('nothing was posted')
  const edit = { kind: 'edit' as const, commentId: first.id, commentNodeId: first.nodeId }

  const posting = on.post([{ ...edit, op: 'b', body: 'two' }])
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([posting, on.post([{ ...edit, op: 'c', body: 'three' }])])

  expect(on.github.takeRequests().filter((one) => one === 'POST /graphql 200')).toHaveLength(3)
  expect(await readBodies()).toEqual([`${on.github.sandbox.app.botLogin}: three`])
})

test('several posts are one request', async () => {
  const posts: ThreadPost[] = [
    { kind: 'react', op: 'a', nodeId: on.issue.nodeId, content: 'EYES' },
    on.comment('b', 'one'),
    on.comment('c', 'two'),
  ]

  const posted = await on.post(posts)

  expect(on.github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a true', 'b true', 'c true'])
  const bot = on.github.sandbox.app.botLogin
  expect(await readBodies()).toEqual([`${bot}: one`, `${bot}: two`])
})

test('another try of several looks for each mark and is still one request', async () => {
  await on.post([on.comment('a', 'first')])
  on.github.takeRequests()
  const posts: ThreadPost[] = [
    { kind: 'react', op: 'r', nodeId: on.issue.nodeId, content: 'EYES' },
    on.comment('a', 'second'),
    on.comment('b', 'new'),
  ]

  await on.post(posts, true)

  const listing = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments 200'
  expect(on.github.takeRequests()).toEqual([listing, listing, 'POST /graphql 200'])
  const bot = on.github.sandbox.app.botLogin
  expect(await readBodies()).toEqual([`${bot}: second`, `${bot}: new`])
})

test('one that fails does not fail the rest', async () => {
  const posts = [on.comment('a', 'one'), on.comment('b', 'lost', { subjectId: 'I_nobody' }), on.comment('c', 'two')]

  const posted = await on.post(posts)

  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a true', 'b false', 'c true'])
  expect(await readBodies()).toHaveLength(2)
})

test('a comment is edited in place under the id it was posted with', async () => {
  const [posted] = await on.post([on.comment('a', 'before')])
  if (posted?.ok !== true || posted.id === null || posted.nodeId === null) throw new Error('it was not posted')

  const edit: ThreadPost = { kind: 'edit', op: 'b', commentId: posted.id, commentNodeId: posted.nodeId, body: 'after' }
  const edited = await on.post([edit])

  expect(edited).toEqual([{ op: 'b', ok: true, id: posted.id, nodeId: posted.nodeId }])
  expect(await readBodies()).toEqual([`${on.github.sandbox.app.botLogin}: after`])
})

test('another try edits the comment that the first has left instead of posting a second', async () => {
  on.github.fault({ route: 'POST /graphql', when: 'after', status: 502 })
  await expect(on.post([on.comment('a', 'first')])).rejects.toMatchObject({ retry: 'later' })

  const posted = await on.post([on.comment('a', 'second')], true)

  expect(posted).toMatchObject([{ op: 'a', ok: true }])
  expect(await readBodies()).toEqual([`${on.github.sandbox.app.botLogin}: second`])
})

test("our mark in somebody else's comment is not ours", async () => {
  const pasted = on.comment('a', 'pasted')
  const { number: issue_number } = on.issue
  await on.github.as('outsider').issues.createComment({ ...on.repository.place, issue_number, body: pasted.body })

  await on.post([on.comment('a', 'real')], true)

  expect(await readBodies()).toEqual([
    `${on.github.sandbox.logins.outsider}: pasted`,
    `${on.github.sandbox.app.botLogin}: real`,
  ])
})

test('comments by number go one by one, and one that fails is reported', async () => {
  const missing = on.comment('a', 'nowhere', { subjectId: null, number: 4_000 })
  const posts = [missing, on.comment('b', 'here', { subjectId: null })]

  const posted = await on.post(posts)

  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a false', 'b true'])
})

test('a branch is made in the request of what is posted with it', async () => {
  const sha = await on.repository.git('rev-parse', 'main')
  // The id of the repository is asked for once.
  const branch: ThreadPost = { kind: 'branch', op: 'a', branch: 'countersign/ISS-007/1/base', sha }
  await on.post([{ ...branch, op: 'y', branch: 'countersign/ISS-008/1/base' }])
  on.github.takeRequests()

  const posted = await on.post([branch, on.comment('b', 'one')])

  expect(on.github.takeRequests()).toEqual(['POST /graphql 200'])
  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a true', 'b true'])
  expect(await on.repository.git('rev-parse', 'countersign/ISS-007/1/base')).toBe(sha)
})

test('a branch that stands already keeps what is on it; one that can not be made fails alone', async () => {
  const sha = await on.repository.git('rev-parse', 'main')
  const branch: ThreadPost = { kind: 'branch', op: 'a', branch: 'countersign/ISS-009/1/base', sha }
  const nowhere: ThreadPost = { kind: 'branch', op: 'b', branch: 'countersign/ISS-010/1/base', sha: '1'.repeat(40) }
  await on.post([branch])

  const posted = await on.post([branch, nowhere, on.comment('c', 'one')])

  expect(posted).toMatchObject([
    { op: 'a', ok: true },
    { op: 'b', ok: false, isOutage: false },
    { op: 'c', ok: true },
  ])
})
