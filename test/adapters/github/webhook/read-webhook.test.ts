import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { readWebhook } from '../../../../src/adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../../../../src/adapters/github/webhook/webhook-place.ts'
import { renderMarker, withMarker } from '../../../../src/views/markdown/markers.ts'
import { buildPayload, listPayloads, type Payload } from '../../../support/webhook-payloads.ts'

const sign = (text: string) => `mac-of-${text.replaceAll(/[^a-z0-9]/gi, '')}`
const context: WebhookContext = {
  ourLogins: ['countersign[bot]', 'countersign-reviewer'],
  appId: 42,
  holdsMarker: (text, mac) => mac === sign(text),
  toOwnTime: (time) => time,
  now: '2026-11-21T03:12:00.000Z',
}
const repository = { owner: 'octo-org', name: 'widgets', key: 'octo-org/widgets', installationId: 5 }
const sender = { login: 'ada', id: 11, appId: null, isBot: false }
const taskBranch = 'countersign/ISS-7/1/T2.1'
const baseBranch = 'countersign/ISS-7/1/base'

function read(event: string, action: string | null, changes: Payload = {}) {
  const found = readWebhook(event, buildPayload(event, action, changes), context)
  // What is stored of it is read once more when its turn has come.
  if (found.kept !== null) expect(readWebhook(event, JSON.parse(JSON.stringify(found.kept)), context)).toEqual(found)
  return found
}

function readOne(event: string, action: string | null, changes: Payload = {}) {
  const { messages } = read(event, action, changes)
  expect(messages).toHaveLength(1)
  return messages[0]
}

const repo = { id: 186853002, default_branch: 'main' }
const taskPull = { number: 12, head: { ref: taskBranch, sha: 'abc', repo }, base: { ref: baseBranch, repo } }
const finalPull = { number: 13, head: { ref: baseBranch, sha: 'def', repo }, base: { ref: 'main', repo } }

test('a label on an issue', () => {
  const issue = { number: 7, title: 'Broken', body: null, state: 'open', updated_at: '2026-11-21T03:00:00Z' }

  const message = readOne('issues', 'labeled', { issue, label: { name: 'countersign' } })

  expect(message).toMatchObject({
    repository,
    issueNumber: 7,
    planNumber: null,
    key: 'labelled:countersign:2026-11-21T03:00:00Z',
    at: context.now,
    kind: 'labelled',
    label: 'countersign',
    issue: { number: 7, title: 'Broken', body: '', open: true },
    sender,
  })
})

test.each([
  ['closed', { kind: 'issue_left', how: 'closed' }],
  ['transferred', { kind: 'issue_left', how: 'transferred' }],
  ['deleted', { kind: 'issue_left', how: 'deleted' }],
  ['reopened', { kind: 'issue_reopened' }],
  ['edited', { kind: 'issue_edited' }],
])('an issue that was %s', (action, expected) => {
  const message = readOne('issues', 'reopened', { action, issue: { number: 7 } })

  expect(message).toMatchObject({ issueNumber: 7, sender, ...expected })
})

test('two edits in one second are two events, the same edit is one', () => {
  const edit = (body: string) => readOne('issues', 'edited', { issue: { body, updated_at: '2026-11-21T03:00:00Z' } })

  expect(edit('one')?.key).not.toBe(edit('two')?.key)
  expect(edit('one')?.key).toBe(edit('one')?.key)
})

test('a command on an issue', () => {
  const message = readOne('issue_comment', 'created', {
    issue: { number: 7, pull_request: undefined },
    comment: { id: 99, node_id: 'IC_99', body: '/approve' },
  })

  expect(message).toMatchObject({
    key: 'comment:99',
    kind: 'commented',
    issueNumber: 7,
    number: 7,
    leaf: null,
    comment: { id: 99, nodeId: 'IC_99', body: '/approve' },
    sender,
  })
})

test('talk without a command is nobody’s business', () => {
  const comment = { body: 'I would approve that, see src/approve.\n\n    /approve\n\n> /approve' }

  expect(read('issue_comment', 'created', { comment }).messages).toEqual([])
  expect(
    read('pull_request_review_comment', 'created', { pull_request: taskPull, comment: { body: 'nice' } }).messages,
  ).toEqual([])
})

test('only created comments count', () => {
  expect(read('issue_comment', 'edited', { comment: { body: '/approve' } }).messages).toEqual([])
  expect(read('issue_comment', 'deleted', { comment: { body: '/approve' } }).messages).toEqual([])
})

const marked = (kind: string, key: string) => withMarker(renderMarker(kind, key, sign), 'body')

test.each([
  ["a task's pull request", marked('task', 'SOL-ISS-7-1/T2.1'), 'countersign[bot]', 7, 1, 'T2.1'],
  ['the final pull request', marked('final', 'SOL-ISS-7-1'), 'countersign[bot]', 7, 1, 'base'],
  ["a pull request with another kind's marker", marked('plan', 'SOL-ISS-7-1'), 'countersign[bot]', 30, null, 'other'],
  ['a forged marker', '<!-- countersign:task SOL-ISS-7-1/T2.1 bad -->\nx', 'countersign[bot]', 30, null, 'other'],
  ['a copied marker', marked('task', 'SOL-ISS-7-1/T2.1'), 'eve', 30, null, 'other'],
  ['any other pull request', 'no marker', 'eve', 30, null, 'other'],
])('a command in %s', (_name, body, login, issueNumber, planNumber, leaf) => {
  const issue = { number: 30, body, user: { login, id: 3 }, pull_request: { url: 'https://example.com' } }

  const message = readOne('issue_comment', 'created', { issue, comment: { body: '/approve' } })

  expect(message).toMatchObject({ kind: 'commented', issue: null, number: 30, issueNumber, planNumber, leaf })
})

test.each([
  ['approved', 'approve'],
  ['changes_requested', 'request_changes'],
])('a review that %s', (state, verdict) => {
  const message = readOne('pull_request_review', 'submitted', {
    pull_request: taskPull,
    review: { id: 5, state, body: 'so so', commit_id: 'abc' },
  })

  expect(message).toMatchObject({
    key: 'review:5',
    kind: 'reviewed',
    issueNumber: 7,
    planNumber: 1,
    pull: { number: 12, headSha: 'abc', leaf: 'T2.1' },
    verdict,
    commitSha: 'abc',
    text: 'so so',
  })
})

test('a review that only comments is a comment where it holds a command, or a yes', () => {
  const submit = (body: string | null) =>
    read('pull_request_review', 'submitted', { pull_request: taskPull, review: { id: 5, state: 'commented', body } })

  expect(submit('/retry').messages).toMatchObject([{ kind: 'commented', leaf: 'T2.1', number: 12, key: 'review:5' }])
  expect(submit('looks fine').messages).toMatchObject([{ kind: 'commented' }])
  expect(submit('the name is odd').messages).toEqual([])
  expect(submit(null).messages).toEqual([])
})

test('a dismissed review, and one of a branch that is not ours', () => {
  const review = { id: 5 }

  expect(readOne('pull_request_review', 'dismissed', { pull_request: taskPull, review })).toMatchObject({
    kind: 'review_dismissed',
    reviewId: 5,
  })
  expect(
    read('pull_request_review', 'dismissed', { pull_request: { head: { ref: 'feature' } }, review }).messages,
  ).toEqual([])
})

test('a command beside a line of a task’s pull request', () => {
  const message = readOne('pull_request_review_comment', 'created', {
    pull_request: taskPull,
    comment: { id: 8, body: '/reject because' },
  })

  expect(message).toMatchObject({ kind: 'commented', key: 'review-comment:8', leaf: 'T2.1', number: 12 })
})

test('a pull request of ours that was closed or merged', () => {
  const closed = { ...taskPull, merged: false, merge_commit_sha: null, closed_at: '2026-11-21T03:00:00Z' }

  expect(readOne('pull_request', 'closed', { pull_request: closed })).toMatchObject({
    kind: 'pull_closed',
    key: 'pull-closed:12:2026-11-21T03:00:00Z',
    merged: false,
  })
  expect(
    readOne('pull_request', 'closed', { pull_request: { ...finalPull, merged: true, merge_commit_sha: 'fff' } }),
  ).toMatchObject({ kind: 'pull_closed', pull: { leaf: 'base' }, merged: true, mergeSha: 'fff' })
})

test('a pull request of ours that is marked ready for review', () => {
  const pull_request = { ...taskPull, updated_at: '2026-11-21T03:00:00Z' }

  expect(readOne('pull_request', 'ready_for_review', { pull_request })).toMatchObject({
    kind: 'pull_ready',
    key: 'pull-ready:12:2026-11-21T03:00:00Z',
    number: 12,
  })
})

test.each([
  ['of our branch into another place', { ...taskPull, base: { ref: 'main', repo } }],
  ['into another plan', { ...taskPull, base: { ref: 'countersign/ISS-7/2/base', repo } }],
  ["from a fork's branch of the same name", { ...taskPull, head: { ...taskPull.head, repo: { id: 4711 } } }],
  ['from a fork that is gone', { ...taskPull, head: { ...taskPull.head, repo: null } }],
])('nothing that is said or done in a pull request %s is about ours', (_name, pull) => {
  const pull_request = { ...pull, merged: true, merge_commit_sha: 'fff' }
  const said = { body: '/approve' }

  const heard = [
    read('pull_request', 'closed', { pull_request }),
    read('pull_request_review', 'submitted', { pull_request, review: { state: 'approved', body: null } }),
    read('pull_request_review', 'submitted', { pull_request, review: { state: 'commented', ...said } }),
    read('pull_request_review', 'dismissed', { pull_request }),
    read('pull_request_review_comment', 'created', { pull_request, comment: said }),
  ]

  expect(heard.flatMap(({ messages }) => messages)).toEqual([])
})

test('a label on a pull request', () => {
  const message = readOne('pull_request', 'labeled', { pull_request: { number: 9 }, label: { name: 'countersign' } })

  expect(message).toMatchObject({ kind: 'labelled_pull', number: 9, label: 'countersign' })
})

const push = { ref: `refs/heads/${taskBranch}`, before: 'a', after: 'b', forced: false, deleted: false }

test('a push to a task’s branch', () => {
  expect(readOne('push', null, push)).toMatchObject({
    kind: 'pushed',
    key: `head:${taskBranch}:a:b`,
    issueNumber: 7,
    branch: taskBranch,
    leaf: 'T2.1',
    before: 'a',
    after: 'b',
  })
})

test.each([
  ['a deletion', { ...push, deleted: true }, 0, false],
  ['the integration branch, forward', { ...push, ref: `refs/heads/${baseBranch}` }, 1, false],
  ['the integration branch, forced', { ...push, ref: `refs/heads/${baseBranch}`, forced: true }, 1, false],
  ['a branch of theirs', { ...push, ref: 'refs/heads/feature' }, 0, false],
  ['a tag named like a branch of ours', { ...push, ref: `refs/tags/${taskBranch}` }, 0, false],
  ['the default branch', { ...push, ref: 'refs/heads/main' }, 0, true],
  ['the workflow branch', { ...push, ref: 'refs/heads/countersign/workflow' }, 0, true],
  ['the workflow branch, deleted', { ...push, ref: 'refs/heads/countersign/workflow', deleted: true }, 0, true],
])('a push of %s', (_name, changes, messages, forgets) => {
  const found = read('push', null, changes)

  expect(found.messages).toHaveLength(messages)
  expect(found.forget).toEqual(forgets ? repository : null)
})

test('a branch that was put back and is forced to the same commit again is news', () => {
  const keys = [1, 1, 2].map((pushed_at) => {
    const at = { repository: { pushed_at } }
    return readOne('push', null, { ...push, forced: true, ...at })?.key
  })

  expect(new Set(keys).size).toBe(2)
  expect(keys[0]).toMatch(new RegExp(`^head:${taskBranch}:a:.*:b$`))
})

test('a deleted branch of ours', () => {
  expect(readOne('delete', null, { ref: taskBranch, ref_type: 'branch' })).toMatchObject({
    kind: 'branch_deleted',
    branch: taskBranch,
    leaf: 'T2.1',
  })
  expect(read('delete', null, { ref: taskBranch, ref_type: 'tag' }).messages).toEqual([])
})

test('CI of others: check runs, statuses and workflow runs; our own check run is no news', () => {
  const check = { id: 3, name: 'build', head_sha: 'abc', check_suite: { head_branch: taskBranch } }
  const status = { id: 4, sha: 'abc', context: 'lint', branches: [{ name: taskBranch }, { name: 'feature' }] }
  const run = { id: 6, name: 'CI', head_branch: taskBranch, head_sha: 'abc' }
  const ci = { kind: 'ci', leaf: 'T2.1', commitSha: 'abc' }

  expect(readOne('check_run', 'completed', { check_run: { ...check, app: { id: 7 } } })).toMatchObject(ci)
  expect(readOne('status', null, status)).toMatchObject({ ...ci, name: 'lint' })
  expect(readOne('workflow_run', 'completed', { workflow_run: run })).toMatchObject({ ...ci, name: 'CI' })
  const own = { ...check, name: 'countersign/T2.1', app: { id: 42 } }
  expect(read('check_run', 'completed', { check_run: own }).messages).toEqual([])
})

test('where the bot is a job, what other workflows check by the same App is news', () => {
  const check = { id: 3, name: 'build', head_sha: 'abc', check_suite: { head_branch: taskBranch }, app: { id: 42 } }

  expect(readOne('check_run', 'completed', { check_run: check })).toMatchObject({ kind: 'ci', name: 'build' })
})

test('the button of our own check run, not of another’s', () => {
  const press = (appId: number, identifier: string) =>
    read('check_run', 'requested_action', {
      check_run: { id: 3, name: 'countersign/T2.1', check_suite: { head_branch: taskBranch }, app: { id: appId } },
      requested_action: { identifier },
    }).messages

  expect(press(42, 'retry')).toMatchObject([{ kind: 'retry_pressed', leaf: 'T2.1', issueNumber: 7 }])
  expect(press(42, 'other')).toEqual([])
  expect(press(43, 'retry')).toEqual([])
})

test('installation: the repositories that were added', () => {
  expect(read('installation', 'created', { repositories: [{ full_name: 'octo-org/widgets' }] }).installed).toEqual([
    repository,
  ])
  expect(read('installation', 'deleted').installed).toEqual([])
  expect(
    read('installation_repositories', 'added', { repositories_added: [{ full_name: 'octo-org/widgets' }] }).installed,
  ).toEqual([repository])
})

test.each(['countersign[bot]', 'countersign-reviewer'])('what %s does is no news', (login) => {
  const comment = { body: '/approve' }

  expect(read('issue_comment', 'created', { comment, sender: { login } }).messages).toEqual([])
  expect(read('push', null, { ...push, sender: { login } })).toMatchObject({ messages: [], forget: null })
})

test('a bot is named as one, with its App where it says so', () => {
  const comment = { body: '/approve', performed_via_github_app: { id: 77 } }

  const message = readOne('issue_comment', 'created', {
    comment,
    sender: { login: 'renovate[bot]', type: 'Bot' },
    issue: { pull_request: undefined },
  })

  expect(message).toMatchObject({ sender: { isBot: true, appId: 77 } })
})

test('unknown events and a payload without an installation mean nothing', () => {
  const nothing = { messages: [], forget: null, installed: [], kept: null }

  expect(readWebhook('star', { whatever: true }, context)).toEqual(nothing)
  expect(readWebhook('ping', null, context)).toEqual(nothing)
  expect(readWebhook('constructor', {}, context)).toEqual(nothing)
  expect(read('issues', 'labeled', { installation: undefined })).toEqual(nothing)
})

test.each([null, [], 'text', {}, { sender: {} }])('a payload of another shape is a ZodError: %j', (body) => {
  expect(() => readWebhook('issues', body, context)).toThrow(ZodError)
})

test.each([
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'delete',
  'check_run',
  'status',
  'workflow_run',
  'installation',
  'installation_repositories',
])('every published payload of %s can be read', (event) => {
  const payloads = listPayloads(event)

  expect(payloads.length).toBeGreaterThan(0)
  for (const payload of payloads)
    expect(() => readWebhook(event, { ...payload, installation: { id: 5 } }, context)).not.toThrow()
})

test('a push need not say who pushed: nobody is made up, the reconciler asks GitHub, and what is remembered is forgotten', () => {
  const push = { deleted: false, forced: false, before: 'a'.repeat(40), after: 'b'.repeat(40), sender: undefined }

  expect(read('push', null, { ...push, ref: `refs/heads/${taskBranch}` })).toMatchObject({ messages: [], forget: null })
  expect(read('push', null, { ...push, ref: 'refs/heads/countersign/workflow' }).forget).toMatchObject({
    name: 'widgets',
  })
})

test('any other event without its sender is of another shape', () => {
  expect(() => read('issues', 'labeled', { sender: undefined })).toThrow(ZodError)
})
