import { expect, test } from 'vitest'
import type { CommitData } from '../../src/handler/git-store.ts'
import { presentApp } from '../../src/present/accounts/app.ts'
import { presentAnnotation, presentCheckRun } from '../../src/present/checks/check-run.ts'
import { presentCheckSuite } from '../../src/present/checks/check-suite.ts'
import { presentCommit, presentSimpleCommit } from '../../src/present/code/commit.ts'
import { presentFileChange } from '../../src/present/code/file-change.ts'
import { presentIssueComment } from '../../src/present/issues/issue-comment.ts'
import { presentIssue } from '../../src/present/issues/issue.ts'
import { presentLabel } from '../../src/present/label.ts'
import { presentMinimalPull, presentPull, presentSimplePull } from '../../src/present/pulls/pull.ts'
import { presentReaction } from '../../src/present/reaction.ts'
import { presentRelease, presentReleaseAsset } from '../../src/present/release.ts'
import { presentFullRepository, presentRepository } from '../../src/present/repository.ts'
import { presentReviewComment } from '../../src/present/pulls/review-comment.ts'
import { presentReview } from '../../src/present/pulls/review.ts'
import { presentCombinedStatus, presentStatus } from '../../src/present/checks/status.ts'
import { presentLogin } from '../../src/present/accounts/user.ts'
import { presentWorkflowRun } from '../../src/present/checks/workflow-run.ts'
import { presentWorkflow } from '../../src/present/checks/workflow.ts'
import { base, buildWorld, head } from '../support/build-world.ts'
import { schemaFaults } from '../support/openapi-schema.ts'

const { world, repo, issue, pull, pullIssue } = buildWorld()
const context = { world, api: 'http://127.0.0.1:1/api/v3', web: 'http://127.0.0.1:1' }
const stats = { commits: [head], additions: 1, deletions: 2, changedFiles: 1 }
const signature = { name: 'writer', email: '21+writer@users.noreply.github.com', date: '2026-01-02T03:04:05Z' }
const commit: CommitData = {
  sha: head,
  tree: 'c'.repeat(40),
  parents: [base],
  message: 'Change',
  author: signature,
  committer: { ...signature, name: 'GitHub', email: 'noreply@github.com' },
}
const [run] = repo.checkRuns
const [status] = repo.statuses
const [release] = repo.releases
const [workflowRun] = repo.workflowRuns
const [review] = pull.reviews
const [reviewComment] = pull.reviewComments
const [comment] = issue.comments
const [label] = repo.labels
const [app] = world.apps
const [asset] = release?.assets ?? []
const [reaction] = comment?.reactions ?? []
if (
  !run ||
  !status ||
  !release ||
  !workflowRun ||
  !review ||
  !reviewComment ||
  !comment ||
  !label ||
  !app ||
  !asset ||
  !reaction
)
  throw new Error('the built world lacks something')

const file = {
  filename: 'src/x.ts',
  previousFilename: null,
  status: 'modified' as const,
  additions: 1,
  deletions: 0,
  sha: 'd'.repeat(40),
  patch: '@@ -1 +1 @@',
}

test.each<[schema: string, value: unknown]>([
  ['simple-user', presentLogin(context, 'writer')],
  ['simple-user', presentLogin(context, 'nobody')],
  ['repository', presentRepository(context, repo)],
  ['minimal-repository', presentRepository(context, repo)],
  ['full-repository', presentFullRepository(context, repo, 'write')],
  ['integration', presentApp(context, app)],
  ['label', presentLabel(context, repo, label)],
  ['issue', presentIssue(context, repo, issue)],
  ['issue', presentIssue(context, repo, pullIssue)],
  ['issue-comment', presentIssueComment(context, repo, issue, comment)],
  ['reaction', presentReaction(context, reaction)],
  ['pull-request', presentPull(context, repo, pull, pullIssue, stats)],
  ['pull-request-simple', presentSimplePull(context, repo, pull, pullIssue)],
  ['pull-request-minimal', presentMinimalPull(context, repo, pull)],
  ['pull-request-review', presentReview(context, repo, pull, review)],
  ['pull-request-review-comment', presentReviewComment(context, repo, pull, reviewComment)],
  ['review-comment', presentReviewComment(context, repo, pull, reviewComment)],
  ['diff-entry', presentFileChange(context, repo, head, file)],
  ['commit', presentCommit(context, repo, commit)],
  ['simple-commit', presentSimpleCommit(commit)],
  ['check-run', presentCheckRun(context, repo, run)],
  ['check-annotation', presentAnnotation(context, repo, run, run.annotations[0] ?? {})],
  [
    'check-suite',
    {
      ...presentCheckSuite(context, repo, run),
      repository: presentRepository(context, repo),
      head_commit: presentSimpleCommit(commit),
    },
  ],
  ['status', presentStatus(context, repo, status)],
  ['combined-commit-status', presentCombinedStatus(context, repo, head)],
  ['release', presentRelease(context, repo, release)],
  ['release-asset', presentReleaseAsset(context, repo, release, asset)],
  ['workflow', presentWorkflow(context, repo, { path: '.github/workflows/export.yml', name: 'Export' })],
  ['workflow-run', presentWorkflowRun(context, repo, workflowRun, 'Export', commit)],
])("%s is as GitHub's description says", (schema, value) => {
  const faults = schemaFaults(schema, value)

  expect(faults).toEqual([])
})
