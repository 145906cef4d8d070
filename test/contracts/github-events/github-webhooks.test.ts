import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMissingKeys, isRecord, listExamples } from '../state/example-keys.ts'
import { commitFile, openPull, refusalOf, startSandboxTarget, type SandboxTarget } from '../github-api/github-target.ts'

type Payload = Record<string, unknown>

describe('webhooks of the sandbox', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
    await changeIssues(target)
    await changePulls(target)
    await changeChecks(target)
    await changeReleases(target)
    await target.sandbox.idle()
  })
  afterAll(() => target.close())

  const find = (event: string, action: string | null) =>
    target.sandbox.world.deliveries.find((one) => one.event === event && one.action === action)?.request.payload

  test.each([
    ['issues', 'opened'],
    ['issues', 'edited'],
    ['issues', 'labeled'],
    ['issues', 'unlabeled'],
    ['issues', 'assigned'],
    ['issues', 'unassigned'],
    ['issues', 'closed'],
    ['issues', 'reopened'],
    ['issues', 'locked'],
    ['issues', 'unlocked'],
    ['issues', 'deleted'],
    ['issues', 'transferred'],
    ['issue_comment', 'created'],
    ['issue_comment', 'edited'],
    ['issue_comment', 'deleted'],
    ['label', 'created'],
    ['label', 'edited'],
    ['label', 'deleted'],
    ['pull_request', 'opened'],
    ['pull_request', 'labeled'],
    ['pull_request', 'review_requested'],
    ['pull_request', 'review_request_removed'],
    ['pull_request', 'synchronize'],
    ['pull_request', 'closed'],
    ['pull_request', 'reopened'],
    ['pull_request_review', 'submitted'],
    ['pull_request_review', 'dismissed'],
    ['pull_request_review_comment', 'created'],
    ['pull_request_review_comment', 'edited'],
    ['pull_request_review_comment', 'deleted'],
    ['check_run', 'created'],
    ['check_run', 'completed'],
    ['check_run', 'requested_action'],
    ['status', null],
    ['release', 'created'],
    ['release', 'published'],
    ['release', 'released'],
    ['release', 'edited'],
    ['release', 'deleted'],
    ['workflow_dispatch', null],
    ['workflow_run', 'requested'],
    ['workflow_run', 'completed'],
  ])('%s %s has all that GitHub’s examples have', (event, action) => {
    const payload = find(event, action)

    const missing = findMissingKeys(listExamples(event, action), payload ?? {})

    expect(payload).toBeDefined()
    expect(missing).toEqual([])
  })

  test('a comment on a pull request names it in its issue', () => {
    const comments = target.sandbox.world.deliveries.filter((one) => one.event === 'issue_comment')

    const issues = comments.map((one) => one.request.payload['issue'] as Payload)

    expect(issues.some((issue) => 'pull_request' in issue)).toBe(true)
  })

  test('a new issue is told with its labels, then each label', () => {
    const { deliveries } = target.sandbox.world
    const opened = deliveries.findIndex((one) => titleOf(one.request.payload) === 'Second' && one.action === 'opened')

    const payload = deliveries[opened]?.request.payload['issue'] as { labels: { name: string }[] } | undefined

    expect(payload?.labels.map((label) => label.name)).toEqual(['bug'])
    expect(deliveries[opened + 1]).toMatchObject({ event: 'issues', action: 'labeled' })
  })

  test('a deleted issue is gone', async () => {
    const [first] = target.sandbox.world.repositories[0]?.deletedIssues ?? []

    const refusal = await refusalOf(target.octokit.issues.get({ ...target.at, issue_number: first ?? 0 }))

    expect(refusal.status).toBe(410)
  })

  test('synchronize tells both heads', () => {
    const payload = find('pull_request', 'synchronize')

    const pull = payload?.['pull_request'] as { head: { sha: string } }
    expect(payload?.['after']).toBe(pull.head.sha)
    expect(payload?.['before']).not.toBe(pull.head.sha)
  })
})

function titleOf(payload: Payload): unknown {
  return isRecord(payload['issue']) ? payload['issue']['title'] : undefined
}

async function changeIssues({ octokit, at, sandbox }: SandboxTarget): Promise<void> {
  const { data } = await octokit.issues.create({ ...at, title: 'One' })
  const issue = { ...at, issue_number: data.number }
  await octokit.issues.update({ ...issue, title: 'Two', body: 'Text' })
  await octokit.issues.addLabels({ ...issue, labels: ['bug'] })
  await octokit.issues.removeLabel({ ...issue, name: 'bug' })
  await octokit.issues.addAssignees({ ...issue, assignees: ['ada'] })
  await octokit.issues.removeAssignees({ ...issue, assignees: ['ada'] })
  await octokit.issues.update({ ...issue, state: 'closed' })
  await octokit.issues.update({ ...issue, state: 'open' })
  await octokit.issues.lock(issue)
  await octokit.issues.unlock(issue)
  const comment = await octokit.issues.createComment({ ...issue, body: 'One' })
  await octokit.issues.updateComment({ ...at, comment_id: comment.data.id, body: 'Two' })
  await octokit.issues.deleteComment({ ...at, comment_id: comment.data.id })
  await octokit.issues.createLabel({ ...at, name: 'own', color: 'ff0000' })
  await octokit.issues.updateLabel({ ...at, name: 'own', color: '00ff00' })
  await octokit.issues.deleteLabel({ ...at, name: 'own' })
  const other = await sandbox.createRepository({ name: 'other' })
  const second = await octokit.issues.create({ ...at, title: 'Second', labels: ['bug'] })
  await sandbox.transferIssue(`${at.owner}/${at.repo}`, second.data.number, other.repository, 'maintainer')
  await sandbox.deleteIssue(`${at.owner}/${at.repo}`, data.number, 'maintainer')
}

async function changePulls(target: SandboxTarget): Promise<void> {
  const { octokit, at } = target
  const opened = await openPull(target, { path: 'numbers.txt', text: 'one\n2\nthree\n' })
  const pull = { ...at, pull_number: opened.number }
  await octokit.issues.addLabels({ ...at, issue_number: opened.number, labels: ['bug'] })
  await octokit.issues.createComment({ ...at, issue_number: opened.number, body: 'Look' })
  await octokit.pulls.requestReviewers({ ...pull, reviewers: ['ada'] })
  await octokit.pulls.removeRequestedReviewers({ ...pull, reviewers: ['ada'] })
  const review = await target.as('maintainer').pulls.createReview({ ...pull, event: 'APPROVE', body: 'Good' })
  await octokit.pulls.dismissReview({ ...pull, review_id: review.data.id, message: 'Old' })
  const place = { path: 'numbers.txt', line: 2, side: 'RIGHT', commit_id: opened.sha } as const
  const comment = await octokit.pulls.createReviewComment({ ...pull, ...place, body: 'One' })
  await octokit.pulls.updateReviewComment({ ...at, comment_id: comment.data.id, body: 'Two' })
  await octokit.pulls.deleteReviewComment({ ...at, comment_id: comment.data.id })
  await octokit.pulls.update({ ...pull, state: 'closed' })
  await octokit.pulls.update({ ...pull, state: 'open' })
  await commitFile(target, { branch: opened.branch, path: 'numbers.txt', text: 'one\n2\n3\n' })
}

async function changeChecks({ octokit, app, at, sandbox }: SandboxTarget): Promise<void> {
  const main = await octokit.git.getRef({ ...at, ref: 'heads/main' })
  const { sha } = main.data.object
  const actions = [{ label: 'Again', identifier: 'again', description: 'Once more' }]
  const run = await app.checks.create({ ...at, name: 'verify', head_sha: sha, conclusion: 'success', actions })
  sandbox.requestCheckAction(`${at.owner}/${at.repo}`, run.data.id, 'again', 'maintainer')
  await octokit.repos.createCommitStatus({ ...at, sha, state: 'success' })
}

async function changeReleases({ octokit, app, at, sandbox }: SandboxTarget): Promise<void> {
  const { data } = await octokit.repos.createRelease({ ...at, tag_name: 'v1', name: 'One', body: 'Text' })
  await octokit.repos.updateRelease({ ...at, release_id: data.id, name: 'Two', body: 'More' })
  await octokit.repos.deleteRelease({ ...at, release_id: data.id })
  const asked = { ...at, workflow_id: 'export.yml', ref: 'main', inputs: { plan: 'p' } }
  await app.actions.createWorkflowDispatch(asked)
  const runs = await octokit.actions.listWorkflowRunsForRepo(at)
  const runId = runs.data.workflow_runs[0]?.id ?? 0
  await sandbox.completeWorkflowRun(`${at.owner}/${at.repo}`, runId, 'success')
}
