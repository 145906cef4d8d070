import type { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, type PersonRole } from 'github-sandbox'
import { openPull, startSandboxTarget, type SandboxTarget } from './github-target.ts'

describe('what each role may do on the sandbox', () => {
  let target: SandboxTarget
  let issue: { owner: string; repo: string; issue_number: number }
  let pull: { owner: string; repo: string; pull_number: number }
  let sha: string
  beforeAll(async () => {
    target = await startSandboxTarget()
    const { data } = await target.app.issues.create({ ...target.at, title: 'Somebody else’s' })
    issue = { ...target.at, issue_number: data.number }
    const opened = await openPull({ ...target, octokit: target.app }, { path: 'roles.txt', text: 'x\n' })
    pull = { ...target.at, pull_number: opened.number }
    sha = opened.sha
  })
  afterAll(() => target.close())

  const everybody = [...people]
  const triagers: PersonRole[] = ['maintainer', 'writer', 'triager']
  const writers: PersonRole[] = ['maintainer', 'writer']

  const cases: [what: string, who: PersonRole[], act: (octokit: Octokit, role: PersonRole) => Promise<unknown>][] = [
    ['open an issue', everybody, (octokit) => octokit.issues.create({ ...target.at, title: 'Mine' })],
    ['comment', everybody, (octokit) => octokit.issues.createComment({ ...issue, body: 'Hello' })],
    ['react', everybody, (octokit) => octokit.reactions.createForIssue({ ...issue, content: 'heart' })],
    ['label', triagers, (octokit, role) => octokit.issues.addLabels({ ...issue, labels: [`by ${role}`] })],
    ['assign', triagers, (octokit) => octokit.issues.addAssignees({ ...issue, assignees: ['ada'] })],
    ['close another’s issue', triagers, (octokit) => octokit.issues.update({ ...issue, state: 'closed' })],
    ['edit another’s issue', writers, (octokit, role) => octokit.issues.update({ ...issue, title: role })],
    ['lock an issue', writers, (octokit) => octokit.issues.lock(issue)],
    ['make a label', writers, (octokit, role) => octokit.issues.createLabel({ ...target.at, name: `of ${role}` })],
    ['approve', everybody, (octokit) => octokit.pulls.createReview({ ...pull, event: 'APPROVE' })],
    [
      'request a review',
      triagers,
      (octokit) => octokit.pulls.requestReviewers({ ...pull, reviewers: [target.sandbox.reviewer.login] }),
    ],
    ['set a status', writers, (octokit) => octokit.repos.createCommitStatus({ ...target.at, sha, state: 'success' })],
    ['see who may push', writers, (octokit) => octokit.repos.listCollaborators({ ...target.at, permission: 'push' })],
    ['check', [], (octokit) => octokit.checks.create({ ...target.at, name: 'x', head_sha: sha })],
    [
      'release',
      writers,
      (octokit, role) => octokit.repos.createRelease({ ...target.at, tag_name: `r-${role}`, draft: true }),
    ],
    [
      'dispatch a workflow',
      writers,
      (octokit) =>
        octokit.actions.createWorkflowDispatch({
          ...target.at,
          workflow_id: 'export.yml',
          ref: 'main',
          inputs: { plan: 'p' },
        }),
    ],
  ]

  test.each(cases)('%s', async (_, who, act) => {
    const allowed: PersonRole[] = []
    for (const role of people) {
      const outcome = await act(target.as(role), role).then(
        () => true,
        (error: { status?: number }) => (error.status === 403 ? false : error),
      )
      if (outcome === true) allowed.push(role)
      else expect(outcome).toBe(false)
    }

    expect(allowed).toEqual(who)
  })

  test('readers and outsiders don’t merge, writers do', async () => {
    const merge = (role: PersonRole) =>
      target
        .as(role)
        .pulls.merge(pull)
        .then(
          () => 200,
          (error: { status?: number }) => error.status,
        )

    const statuses = [await merge('outsider'), await merge('reader'), await merge('triager'), await merge('writer')]

    expect(statuses).toEqual([403, 403, 403, 200])
  })

  test('authors close their own issue, and don’t reopen what a triager closed', async () => {
    const { data } = await target.as('outsider').issues.create({ ...target.at, title: 'Own' })
    const own = { ...target.at, issue_number: data.number }
    const update = (role: PersonRole, state: 'open' | 'closed') =>
      target
        .as(role)
        .issues.update({ ...own, state })
        .then(
          () => 200,
          (error: { status?: number }) => error.status,
        )

    const byAuthor = [await update('outsider', 'closed'), await update('outsider', 'open')]
    const afterTriager = [await update('triager', 'closed'), await update('outsider', 'open')]

    expect([byAuthor, afterTriager]).toEqual([
      [200, 200],
      [200, 403],
    ])
  })

  test('labels that a reader gives a new issue are dropped', async () => {
    const { data } = await target.as('reader').issues.create({ ...target.at, title: 'Labelled', labels: ['bug'] })

    expect(data.labels).toEqual([])
  })

  test('a locked issue takes comments of writers alone', async () => {
    const { data } = await target.as('writer').issues.create({ ...target.at, title: 'Locked' })
    const locked = { ...target.at, issue_number: data.number }
    await target.as('writer').issues.lock(locked)
    const comment = (role: PersonRole) =>
      target
        .as(role)
        .issues.createComment({ ...locked, body: 'Hello' })
        .then(
          () => 201,
          (error: { status?: number }) => error.status,
        )

    const statuses = [await comment('reader'), await comment('writer')]

    expect(statuses).toEqual([403, 201])
  })
})
