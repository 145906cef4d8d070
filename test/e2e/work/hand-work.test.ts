import { beforeAll, describe, expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { readGit } from '../support/git/git.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

const judged = (id: string) => ({
  id,
  path: `notes/${id.toLowerCase()}.txt`,
  content: id,
  criteria: ['A reader is greeted by name'],
})

async function listVerdicts(repo: Playground, issue: number, task: string): Promise<string[]> {
  const { artifacts, reviews } = await repo.execution(issue)
  return reviews
    .filter((review) => review.task === task)
    .map(({ verdict, reviewer, reviewed_artifact_id: id }) => {
      const version = artifacts.find((artifact) => artifact.artifact_id === id)?.version
      return `v${version} ${verdict} by ${reviewer}`
    })
}

describe('in the pull requests of tasks that a person must judge', () => {
  let repo: Playground
  let issue: number

  beforeAll(async () => {
    repo = await world.repository()
    issue = await repo.planIssue('Notes', writeIssue(['T1', 'T2', 'T3', 'T4', 'T5', 'T6'].map((id) => judged(id))))
    await repo.say(issue, 'maintainer', '/approve')
  })

  test('`/approve` in a comment lets the task through', async () => {
    await repo.say(await repo.pullOf(issue, 'T1'), 'writer', '/approve')

    expect((await repo.task(issue, 'T1')).state).toBe('DONE')
    expect(await listVerdicts(repo, issue, 'T1')).toEqual(['v1 APPROVED by @grace'])
  })

  test('`/reject` sends it back with the reason, and nobody approves what they pushed themselves', async () => {
    const pull = await repo.pullOf(issue, 'T2')
    await repo.say(pull, 'maintainer', '/reject say hello first')

    expect(await repo.task(issue, 'T2')).toMatchObject({ state: 'WAITING_EXTERNAL' })
    expect(await listVerdicts(repo, issue, 'T2')).toEqual(['v1 REJECTED by @ada'])

    await repo.push('writer', 'countersign/ISS-001/1/T2', { 'notes/t2.txt': 'Hello!\n' })
    await repo.say(pull, 'writer', '/approve')

    expect((await repo.thread(pull)).at(-1)).toContain('nobody approves their own work')
    expect((await repo.task(issue, 'T2')).state).toBe('READY_TO_CHECK')

    await repo.say(issue, 'maintainer', '/approve T2')

    expect((await repo.task(issue, 'T2')).state).toBe('DONE')
    expect((await listVerdicts(repo, issue, 'T2')).at(-1)).toBe('v2 APPROVED by @ada')
  })

  test('a command in an inline comment counts like one below', async () => {
    const pull = await repo.pullOf(issue, 'T3')
    const { data } = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: pull })
    const at = { commit_id: data.head.sha, path: 'notes/t3.txt', line: 1, body: '/reject not friendly' }
    await repo.as('writer').rest.pulls.createReviewComment({ ...repo.place, pull_number: pull, ...at })
    await repo.settle()

    expect(await listVerdicts(repo, issue, 'T3')).toEqual(['v1 REJECTED by @grace'])
  })

  test('closing it unmerged is a rejection', async () => {
    const pull = await repo.pullOf(issue, 'T4')
    await repo.as('writer').rest.pulls.update({ ...repo.place, pull_number: pull, state: 'closed' })
    await repo.settle()

    expect(await listVerdicts(repo, issue, 'T4')).toEqual(['v1 REJECTED by @grace'])
    expect(await repo.task(issue, 'T4')).toMatchObject({ state: 'WAITING_EXTERNAL', pull_request: { open: false } })
  })

  test('merging it by hand is an approval, with what did not hold as waived', async () => {
    const pull = await repo.pullOf(issue, 'T5')
    await repo.as('maintainer').rest.pulls.get({ ...repo.place, pull_number: pull })
    await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number: pull })
    await repo.settle()

    expect((await repo.task(issue, 'T5')).state).toBe('DONE')
    const review = (await repo.execution(issue)).reviews.find((one) => one.task === 'T5')
    expect(review).toMatchObject({
      verdict: 'APPROVED',
      reviewer: '@ada',
      criteria: [{ id: 'AC-0', result: 'pass' }, { result: 'waived' }],
    })
  })

  test('a push that leaves the task’s scope or adds a workflow is refused there, and a better one is taken', async () => {
    const pull = await repo.pullOf(issue, 'T6')
    const branch = 'countersign/ISS-001/1/T6'
    await repo.push('writer', branch, { '.github/workflows/x.yml': 'on: push\n', 'other.txt': 'x\n' })

    const told = (await repo.thread(pull)).at(-1)
    expect(told).toContain('.github/workflows/x.yml')
    expect(told).toContain('other.txt')
    expect((await repo.execution(issue)).artifacts.filter((artifact) => artifact.task === 'T6')).toHaveLength(1)

    const better = { '.github/workflows/x.yml': null, 'other.txt': null, 'notes/t6.txt': 'Hello!\n' }
    await repo.push('writer', branch, better)
    await repo.as('maintainer').rest.pulls.createReview({ ...repo.place, pull_number: pull, event: 'APPROVE' })
    await repo.settle()

    expect((await repo.task(issue, 'T6')).state).toBe('DONE')
  })

  test('a review by somebody without the role is only a remark, and they are told so once', async () => {
    const pull = await repo.pullOf(issue, 'T3')
    for (const event of ['APPROVE', 'REQUEST_CHANGES'] as const) {
      await repo.as('reader').rest.pulls.createReview({ ...repo.place, pull_number: pull, event, body: 'as I see it' })
      await repo.settle()
    }

    const { data } = await repo.as('reader').rest.issues.listComments({ ...repo.place, issue_number: pull })
    const told = data.filter(({ body }) => body?.includes('does not count here'))
    expect(told.map(({ body }) => body)).toEqual([
      expect.stringContaining('Your approval of T3 does not count here: that takes the `write` role'),
    ])
    const { data: after } = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: pull })
    expect(after.merged).toBe(false)
  })
})

describe('where merging or closing by hand does not count', () => {
  let repo: Playground
  let issue: number
  const baseOf = async (path: string) => {
    const { data } = await repo.as('reader').rest.git.getTree({
      ...repo.place,
      tree_sha: 'countersign/ISS-001/1/base',
      recursive: '1',
    })
    return data.tree.some((entry) => entry.path === path)
  }
  const merge = async (role: 'writer' | 'maintainer', pull: number) => {
    await repo.as(role).rest.pulls.get({ ...repo.place, pull_number: pull })
    await repo.as(role).rest.pulls.merge({ ...repo.place, pull_number: pull })
    await repo.settle()
  }

  beforeAll(async () => {
    repo = await world.repository()
    issue = await repo.planIssue('Notes', writeIssue(['T1', 'T2', 'T3'].map((id) => judged(id))))
    await repo.say(issue, 'maintainer', '/approve')
  })

  test('an own push that its author merges waits for somebody else, and `/reject` takes it out again', async () => {
    const pull = await repo.pullOf(issue, 'T1')
    await repo.push('writer', 'countersign/ISS-001/1/T1', { 'notes/t1.txt': 'Mine!\n' })

    await merge('writer', pull)

    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'READY_TO_CHECK', merge: 'merged' })
    expect((await repo.thread(issue)).at(-1)).toContain(
      '`/reject T1 <why>` takes it out of the integration branch again',
    )
    expect(await baseOf('notes/t1.txt')).toBe(true)

    await repo.say(issue, 'maintainer', '/reject T1 not like this')

    expect(await baseOf('notes/t1.txt')).toBe(false)
    expect(await listVerdicts(repo, issue, 'T1')).toEqual(['v2 REJECTED by @ada'])
  })

  test('a workflow in the merged head is taken out at once, also where a maintainer merged it', async () => {
    const pull = await repo.pullOf(issue, 'T2')
    await repo.push('writer', 'countersign/ISS-001/1/T2', { '.github/workflows/x.yml': 'on: push\n' })

    await merge('maintainer', pull)

    expect((await repo.task(issue, 'T2')).state).not.toBe('DONE')
    expect((await repo.thread(issue)).at(-1)).toContain('.github/workflows/x.yml')
    expect(await baseOf('.github/workflows/x.yml')).toBe(false)
    expect(await listVerdicts(repo, issue, 'T2')).toEqual([])
  })

  test('what a triager closes is opened again', async () => {
    const pull = await repo.pullOf(issue, 'T3')
    await repo.as('triager').rest.pulls.update({ ...repo.place, pull_number: pull, state: 'closed' })
    await repo.settle()

    const { data } = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: pull })
    expect(data.state).toBe('open')
    expect((await repo.thread(pull)).at(-1)).toContain('takes the role write')
    expect(await listVerdicts(repo, issue, 'T3')).toEqual([])
    expect((await repo.task(issue, 'T3')).pull_request).toEqual({ number: pull, open: true })
  })
})

test('a dismissed review takes the approval back, and what came after waits for the new version', async () => {
  const repo = await world.repository()
  const body = writeIssue([judged('T1'), { ...judged('T2'), after: 'T1' }])
  const issue = await repo.planIssue('Notes', body)
  await repo.say(issue, 'maintainer', '/approve')
  const pull = await repo.pullOf(issue, 'T1')
  const at = { ...repo.place, pull_number: pull }
  const review = await repo.as('maintainer').rest.pulls.createReview({ ...at, event: 'APPROVE' })
  await repo.settle()
  expect((await repo.task(issue, 'T2')).state).toBe('READY_TO_CHECK')

  const message = 'I was wrong'
  await repo.as('maintainer').rest.pulls.dismissReview({ ...at, review_id: review.data.id, message })
  await repo.settle()

  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'READY_TO_CHECK', approval_stale: true, merge: 'none' })
  expect((await repo.execution(issue)).nodes['C1']).toMatchObject({ waiting_for: { kind: 'judgement', who: ['ada'] } })
  expect((await repo.task(issue, 'T2')).state).toBe('PENDING')
})

test('a commit that is amended and pushed by force is another version, and the one before stays on record', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Notes', writeIssue([judged('T1')]))
  await repo.say(issue, 'maintainer', '/approve')
  const branch = 'countersign/ISS-001/1/T1'
  const pull = await repo.pullOf(issue, 'T1')
  const at = { ...repo.place, pull_number: pull }
  await repo.as('maintainer').rest.pulls.createReview({ ...at, event: 'REQUEST_CHANGES', body: 'Not like this.' })
  await repo.settle()

  const amended = await repo.push('writer', branch, { 'notes/t1.txt': 'rewritten\n' }, { force: true })

  expect(await repo.record(issue)).toMatchObject({ phase: 'working', paused: null })
  const trail = (await repo.record(issue)).trail.map(({ text }) => text)
  expect(trail).toContain('T1: pushed by force; version 1 is not on the branch any more, and stays on record')
  const [first, second] = (await repo.execution(issue)).artifacts
  expect(second).toMatchObject({ version: 2, commit_sha: amended, by: { login: 'grace' } })
  expect(await readGit(repo.bareDir, ['log', '--format=%H', branch])).not.toContain(first?.commit_sha)
  const kept = await repo.readState(`workspace/artifacts/${first?.task_id}/${first?.artifact_id}/notes/t1.txt`)
  expect(kept).not.toContain('rewritten')

  await repo.as('maintainer').rest.pulls.createReview({ ...at, event: 'APPROVE' })
  await repo.settle()

  expect(await listVerdicts(repo, issue, 'T1')).toEqual(['v1 REJECTED by @ada', 'v2 APPROVED by @ada'])
  expect((await repo.record(issue)).phase).toBe('completed')
})

test('a task branch put back by force is no version: the newest one stays, and /doctor fix puts it back', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Notes', writeIssue([judged('T1')]))
  await repo.say(issue, 'maintainer', '/approve')
  const { branch } = await repo.task(issue, 'T1')
  const pull = await repo.pullOf(issue, 'T1')
  const first = (await repo.execution(issue)).artifacts[0]?.commit_sha ?? ''
  const second = await repo.push('writer', branch, { 'notes/t1.txt': 'another\n' })

  await repo.as('writer').rest.git.updateRef({ ...repo.place, ref: `heads/${branch}`, sha: first, force: true })
  await repo.settle()

  expect((await repo.record(issue)).paused).toBeNull()
  expect((await repo.thread(pull)).at(-1)).toContain(
    `its branch is at ${first.slice(0, 7)} again, as before version 2.`,
  )

  await repo.say(issue, 'maintainer', '/doctor fix')
  await repo.say(issue, 'maintainer', '/approve T1')

  expect((await repo.record(issue)).phase).toBe('completed')
  expect((await repo.execution(issue)).artifacts.map((one) => one.commit_sha)).toEqual([first, second])
})

test('deleting a branch closes its pull request and judges nothing: /doctor fix brings both back', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Notes', writeIssue([judged('T1')]))
  await repo.say(issue, 'maintainer', '/approve')

  await repo.as('writer').rest.git.deleteRef({ ...repo.place, ref: 'heads/countersign/ISS-001/1/T1' })
  await repo.settle()

  expect(await repo.record(issue)).toMatchObject({ paused: { by: 'grace' } })
  expect((await repo.execution(issue)).reviews).toEqual([])
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'READY_TO_CHECK', attempts: 0 })

  await repo.say(issue, 'maintainer', '/doctor fix')
  await repo.say(issue, 'writer', '/resume')
  await repo.say(issue, 'writer', '/approve T1')

  expect((await repo.record(issue)).phase).toBe('completed')
})

test('a task that spells out no work waits for a person on a branch made for them, and what they push early waits for its inputs', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'By hand',
    writeIssue([
      { id: 'T1', path: 'notes/t1.txt' },
      { id: 'T2', path: 'notes/t2.txt', after: 'T1' },
    ]),
  )
  await repo.say(issue, 'maintainer', '/approve')
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'WAITING_EXTERNAL', waiting_for: { kind: 'push' } })

  await repo.push('writer', 'main', { 'notes/t2.txt': 'two\n' }, { to: 'countersign/ISS-001/1/T2' })
  expect(await repo.task(issue, 'T2')).toMatchObject({ state: 'PENDING', approved_artifact_id: null })

  await repo.push('writer', 'countersign/ISS-001/1/T1', { 'notes/t1.txt': 'one\n' })
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
  const { artifacts } = await repo.execution(issue)
  expect(artifacts.map(({ task, version }) => `${task} v${version}`)).toEqual(['T2 v1', 'T1 v1'])
})

test('a branch that shares no history with the work is no version, and one that does is taken in its place', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('No history', writeIssue([{ id: 'T1', path: 'notes/t1.txt' }]))
  await repo.say(issue, 'maintainer', '/approve')
  const { branch } = await repo.task(issue, 'T1')
  const { git } = repo.as('writer').rest
  const head = (await git.getRef({ ...repo.place, ref: `heads/${branch}` })).data.object.sha
  const { tree } = (await git.getCommit({ ...repo.place, commit_sha: head })).data
  const root = await git.createCommit({ ...repo.place, message: 'From nothing', tree: tree.sha, parents: [] })
  await git.updateRef({ ...repo.place, ref: `heads/${branch}`, sha: root.data.sha, force: true })
  await repo.settle()

  await repo.push('writer', branch, { 'notes/t1.txt': 'one\n' })

  expect((await repo.thread(issue)).at(-1)).toContain('shares no history')
  expect((await repo.execution(issue)).artifacts).toEqual([])

  await git.updateRef({ ...repo.place, ref: `heads/${branch}`, sha: head, force: true })
  await repo.settle()
  await repo.say(issue, 'maintainer', '/resume')
  await repo.push('writer', branch, { 'notes/t1.txt': 'one\n' })
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
})

test('what somebody pushes to the integration branch makes the final pull request a draft, until it is as approved again', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('One', writeIssue([{ id: 'T1', path: 'one.txt', content: 'one' }]))
  await repo.say(issue, 'maintainer', '/approve')
  const base = 'countersign/ISS-001/1/base'
  const final = await repo.pullOf(issue, 'base')
  const isDraft = async () => (await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: final })).data.draft
  await repo.push('maintainer', 'main', { 'other.txt': 'from the default branch\n' })
  await repo.as('writer').rest.repos.merge({ ...repo.place, base, head: 'main' })
  await repo.settle()
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', paused: null })

  await repo.push('writer', base, { 'more.txt': 'unseen\n', 'one.txt': 'another one\n' })

  expect(await repo.record(issue)).toMatchObject({ phase: 'working', paused: { by: 'grace' } })
  expect(await isDraft()).toBe(true)
  const told = (await repo.thread(issue)).at(-1)
  expect(told).toContain('`more.txt` was changed, and no approved work changes it')
  expect(told).toContain('`one.txt` is not as approved in version 1 of T1')
  expect(told).not.toContain('other.txt')

  await repo.say(issue, 'maintainer', '/resume')

  expect((await repo.record(issue)).paused).not.toBeNull()

  await repo.say(issue, 'maintainer', '/doctor')

  expect((await repo.thread(issue)).at(-1)).toContain('one.txt, which is not as approved in version 1 of T1')

  await repo.say(issue, 'maintainer', '/doctor fix')

  const mended = (await repo.thread(issue)).find((text) => text.includes('#1 paused')) ?? ''
  expect(mended).toContain('Nothing new begins. `/resume` goes on')
  expect(mended).not.toContain('`/doctor fix`')

  await repo.say(issue, 'maintainer', '/resume')

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', paused: null })
  expect(await isDraft()).toBe(false)
})
