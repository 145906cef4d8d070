import type { App } from '../../src/world/app.ts'
import type { CheckRun, Comment, Issue, Pull, Release, Repository, World } from '../../src/world/world.ts'

const at = '2026-01-02T03:04:05Z'
export const head = 'a'.repeat(40)
export const base = 'b'.repeat(40)

/** One of everything: issue 1 with a comment, pull request 2 with reviews, a check run, a status, a release, a run. */
export function buildWorld(): { world: World; repo: Repository; issue: Issue; pull: Pull; pullIssue: Issue } {
  const issue = buildIssue({ number: 1, labels: ['bug'], assignees: ['writer'], comments: [buildComment()] })
  const pullIssue = buildIssue({ number: 2, id: 11, title: 'Change it' })
  const pull = buildPull()
  const repo: Repository = {
    id: 100,
    owner: 'octo-org',
    name: 'demo',
    description: null,
    private: false,
    defaultBranch: 'main',
    createdAt: at,
    pushedAt: at,
    allowMergeCommit: true,
    roles: { maintainer: 'maintain', writer: 'write', triager: 'triage', reader: 'read' },
    nextNumber: 3,
    labels: [{ id: 5, name: 'bug', color: 'd73a4a', description: null }],
    issues: [issue, pullIssue],
    pulls: [pull],
    checkRuns: [buildCheckRun()],
    statuses: [
      {
        id: 61,
        sha: head,
        state: 'success',
        context: 'ci',
        description: null,
        targetUrl: null,
        creator: 'writer',
        createdAt: at,
      },
    ],
    releases: [buildRelease()],
    workflowRuns: [
      {
        id: 81,
        workflow: '.github/workflows/export.yml',
        event: 'workflow_dispatch',
        headBranch: 'main',
        headSha: base,
        status: 'queued',
        conclusion: null,
        inputs: {},
        actor: 'writer',
        createdAt: at,
      },
    ],
  }

  return {
    world: { nextId: 1000, users: buildUsers(), apps: [buildApp()], repositories: [repo], deliveries: [] },
    repo,
    issue,
    pull,
    pullIssue,
  }
}

function buildUsers(): World['users'] {
  const people = ['maintainer', 'writer', 'triager', 'reader', 'outsider'].map((login, index) => ({
    id: 20 + index,
    login,
    name: login,
    type: 'User' as const,
    token: `token-${login}`,
  }))

  return [
    { id: 1, login: 'octo-org', name: 'Octo', type: 'Organization' },
    ...people,
    { id: 30, login: 'sandbox-app[bot]', name: 'sandbox-app[bot]', type: 'Bot' },
  ]
}

function buildApp(): App {
  return {
    id: 40,
    slug: 'sandbox-app',
    name: 'Sandbox App',
    clientId: 'Iv1.abc',
    privateKey: '',
    publicKey: '',
    webhookSecret: 'secret',
    webhookUrl: null,
    botLogin: 'sandbox-app[bot]',
    installations: [
      {
        id: 41,
        account: 'octo-org',
        repositoryIds: [100],
        permissions: { checks: 'write', issues: 'write', pull_requests: 'write', metadata: 'read' },
        events: ['issues'],
        tokens: [],
      },
    ],
  }
}

function buildComment(): Comment {
  return {
    id: 12,
    user: 'sandbox-app[bot]',
    body: 'Hello',
    createdAt: at,
    updatedAt: at,
    reactions: [{ id: 13, user: 'writer', content: 'rocket', createdAt: at }],
    viaApp: 'sandbox-app',
  }
}

export function buildIssue(fields: Partial<Issue>): Issue {
  return {
    id: 10,
    number: 1,
    title: 'Broken',
    body: 'It is broken',
    user: 'reader',
    state: 'open',
    stateReason: null,
    labels: [],
    assignees: [],
    locked: false,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    comments: [],
    reactions: [],
    timeline: [],
    ...fields,
  }
}

function buildPull(): Pull {
  return {
    id: 50,
    number: 2,
    draft: false,
    head: { ref: 'topic', sha: head },
    base: { ref: 'main', sha: base },
    merged: false,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    mergeable: null,
    requestedReviewers: ['triager'],
    reviews: [{ id: 51, user: 'writer', body: '', state: 'APPROVED', commitId: head, submittedAt: at }],
    reviewComments: [
      {
        ...buildComment(),
        id: 52,
        user: 'writer',
        viaApp: null,
        reviewId: 51,
        inReplyTo: null,
        path: 'src/x.ts',
        line: 3,
        side: 'RIGHT',
        commitId: head,
        diffHunk: '@@ -1,2 +1,3 @@\n one\n two\n+three',
      },
    ],
  }
}

function buildCheckRun(): CheckRun {
  return {
    id: 70,
    appId: 40,
    name: 'sandbox-app',
    headSha: head,
    externalId: 'op-1',
    detailsUrl: null,
    status: 'completed',
    conclusion: 'success',
    startedAt: at,
    completedAt: at,
    output: { title: 'Fine', summary: 'All fine', text: null },
    annotations: [{ path: 'src/x.ts', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'look' }],
    actions: [],
  }
}

function buildRelease(): Release {
  return {
    id: 90,
    tagName: 'v1',
    targetCommitish: 'main',
    name: 'One',
    body: null,
    draft: false,
    prerelease: false,
    author: 'sandbox-app[bot]',
    createdAt: at,
    publishedAt: at,
    assets: [
      {
        id: 91,
        name: 'a.tgz',
        label: null,
        contentType: 'application/gzip',
        size: 3,
        digest: `sha256:${'0'.repeat(64)}`,
        uploader: 'sandbox-app[bot]',
        createdAt: at,
      },
    ],
  }
}
