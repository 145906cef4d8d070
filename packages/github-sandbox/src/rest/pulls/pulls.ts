import { textOf } from '../../handler/body-value.ts'
import { setState, setText } from '../../changes/issues/change-issue.ts'
import { emitPull } from '../../changes/issues/emit-issue.ts'
import { getPull } from '../../handler/get-issue.ts'
import { lookAtMergeable } from '../../changes/pulls/look-at-mergeable.ts'
import { requireOnIssue, requireReadable } from '../../handler/issue-permissions.ts'
import { presentCommit } from '../../present/code/commit.ts'
import { presentFileChange } from '../../present/code/file-change.ts'
import { presentPull, presentSimplePull } from '../../present/pulls/pull.ts'
import { findMergeBase, readPullStats } from '../../git/pull-stats.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { forgetMergeable } from '../../changes/set-pull-head.ts'
import {
  refuseLongBody,
  refuseLongText,
  titleLimitCharacters,
  validationFailed,
} from '../../handler/validation-failed.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'
import { createPull } from './create-pull.ts'
import { listPulls } from './list-pulls.ts'
import { pullMergeRoutes } from './pull-merges.ts'
import { requestedReviewerRoutes } from './requested-reviewers.ts'

const filesLimit = 3000
const commitsLimit = 250

export const pullsRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls': (context) => {
    const repo = requireReadable(context, 'pull_requests')
    const found = listPulls(repo, context.query)

    return { status: 200, list: found.map(({ pull, issue }) => presentSimplePull(context, repo, pull, issue)) }
  },
  'POST /repos/{owner}/{repo}/pulls': async (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'pull_requests', 'write')
    const { pull, issue } = await createPull(context, repo)

    return { status: 201, body: await present(context, repo, pull, issue) }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': async (context) => {
    const repo = requireReadable(context, 'pull_requests')
    const { pull, issue } = getPull(context, repo)
    await lookAtMergeable(context, repo, pull)

    return { status: 200, body: await present(context, repo, pull, issue) }
  },
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': async (context) => {
    const repo = context.repository()
    const { pull, issue } = getPull(context, repo)
    await updatePull(context, repo, pull, issue)

    return { status: 200, body: await present(context, repo, pull, issue) }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': async (context) => {
    const repo = requireReadable(context, 'pull_requests')
    const { pull } = getPull(context, repo)
    const git = context.git(repo)
    const files = await git.diff(await findMergeBase(git, pull), pull.head.sha)

    return {
      status: 200,
      list: files.slice(0, filesLimit).map((file) => presentFileChange(context, repo, pull.head.sha, file)),
    }
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits': async (context) => {
    const repo = requireReadable(context, 'pull_requests')
    const { pull } = getPull(context, repo)
    const git = context.git(repo)
    const { commits } = await readPullStats(git, pull)
    const read = await Promise.all(commits.slice(0, commitsLimit).map((sha) => git.readCommit(sha)))

    return { status: 200, list: read.map((commit) => presentCommit(context, repo, commit)) }
  },
  ...pullMergeRoutes,
  ...requestedReviewerRoutes,
}

async function present(context: RouteContext, repo: Repository, pull: Pull, issue: Issue) {
  return presentPull(context, repo, pull, issue, await readPullStats(context.git(repo), pull))
}

/** Applies `PATCH`: text and base by the author or writers, state by the author or triagers. */
async function updatePull(context: RouteContext, repo: Repository, pull: Pull, issue: Issue): Promise<void> {
  const sender = context.user().login
  const { body } = context
  const isAuthor = sender === issue.user
  const state = body['state'] as Issue['state'] | undefined
  const isEdit = 'title' in body || 'body' in body || 'base' in body
  if (isEdit || state === undefined) requireOnIssue(context, repo, issue, isAuthor ? 'read' : 'write')
  else requireOnIssue(context, repo, issue, isAuthor ? 'read' : 'triage')
  const text = textOf(body['body'])
  if (text !== undefined) refuseLongBody('PullRequest', text)
  const title = textOf(body['title'])
  if (title?.trim() === '') throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' })
  refuseLongText('Issue', 'title', title ?? '', titleLimitCharacters)
  const base = textOf(body['base'])
  if (base !== undefined && base !== pull.base.ref) await setBase(context, repo, pull, issue, base)
  await setText(context, repo, issue, sender, { title, body: body['body'] === null ? null : text })
  if (state !== undefined) await setState(context, repo, issue, sender, state)
}

async function setBase(context: RouteContext, repo: Repository, pull: Pull, issue: Issue, ref: string): Promise<void> {
  const git = context.git(repo)
  const sha = await git.readRef(`refs/heads/${ref}`)
  if (sha === undefined) throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  if (await git.isAncestor(pull.head.sha, sha)) {
    const message = `There are no new commits between base branch '${ref}' and head branch '${pull.head.ref}'`
    throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid', message })
  }
  const changes = { base: { ref: { from: pull.base.ref }, sha: { from: pull.base.sha } } }
  pull.base = { ref, sha }
  forgetMergeable(pull)
  await emitPull(context, repo, pull, issue, context.user().login, 'edited', { changes })
}
