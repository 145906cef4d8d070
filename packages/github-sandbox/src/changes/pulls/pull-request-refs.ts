import { type ChangeContext, recordTimeline } from '../../handler/change-context.ts'
import { isFastForward } from '../../git/is-fast-forward.ts'
import { setState } from '../issues/change-issue.ts'
import { closeNamedIssues } from '../issues/close-named-issues.ts'
import { emitPull } from '../issues/emit-issue.ts'
import { markMerged } from './merge-pull.ts'
import { forgetMergeable, setPullHead } from '../set-pull-head.ts'
import type { Issue, Pull, Repository, User } from '../../world/world.ts'
import { zeroSha } from '../../world/ref-change.ts'

/** A ref that moved; `before` and `after` are 40 zeros where there was or is none. */
interface MovedRef {
  ref: string
  before: string
  after: string
  pusher: User
}

/**
 * Follows a moved branch with the open pull requests on it: a new head is a `synchronize`, a head that its base now
 * contains is merged by the push, and without head or base branch a pull request is closed.
 */
export async function updatePullRequestsAfterRefChange(
  context: ChangeContext,
  repo: Repository,
  change: MovedRef,
): Promise<void> {
  const branch = /^refs\/heads\/(.+)$/.exec(change.ref)?.[1]
  if (branch === undefined) return
  for (const pull of repo.pulls) {
    const issue = repo.issues.find((one) => one.number === pull.number)
    if (issue?.state !== 'open') continue
    if (pull.head.ref === branch) await moveHead(context, repo, pull, issue, change)
    else if (pull.base.ref === branch) await moveBase(context, repo, pull, issue, change)
  }
}

async function moveHead(
  context: ChangeContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  { before, after, pusher }: MovedRef,
): Promise<void> {
  if (after === zeroSha) return setState(context, repo, issue, pusher.login, 'closed')
  if (pull.head.sha === after) return
  const git = context.git(repo)
  const base = await git.readRef(`refs/heads/${pull.base.ref}`)
  if (base !== undefined) pull.base.sha = base
  await setPullHead(context, repo, pull, after)
  if (!(await isFastForward(git, before, after))) noteForcePush(context, pull, issue, pusher)
  issue.updatedAt = context.now()
  await emitPull(context, repo, pull, issue, pusher.login, 'synchronize', { before, after })
  // A branch thrown back onto its base has nothing left to merge.
  if (await git.isAncestor(after, pull.base.sha)) await setState(context, repo, issue, pusher.login, 'closed')
}

/** GitHub shows the reviews of a pull request on its new head, whatever they were given for. */
function noteForcePush(context: ChangeContext, pull: Pull, issue: Issue, pusher: User): void {
  recordTimeline(context, issue, 'head_ref_force_pushed', pusher.login, {})
  for (const review of pull.reviews) if (review.state !== 'PENDING') review.commitId = pull.head.sha
}

async function moveBase(
  context: ChangeContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  { after, pusher }: MovedRef,
): Promise<void> {
  if (after === zeroSha) return setState(context, repo, issue, pusher.login, 'closed')
  const git = context.git(repo)
  if (!(await git.isAncestor(pull.head.sha, after))) {
    pull.base.sha = after
    forgetMergeable(pull)
    return
  }
  const commit = await findMergeCommit(context, repo, pull, after)
  markMerged(context, pull, issue, pusher.login, commit)
  await emitPull(context, repo, pull, issue, pusher.login, 'closed')
  await closeNamedIssues(context, repo, pull, issue, pusher.login)
}

/** The commit that brought the head into the base: the merge with it as a parent, or the head itself. */
async function findMergeCommit(context: ChangeContext, repo: Repository, pull: Pull, tip: string): Promise<string> {
  const git = context.git(repo)
  for (const sha of await git.log(tip, { not: pull.head.sha, limit: 250 })) {
    const { parents } = await git.readCommit(sha)
    if (parents.length > 1 && parents.includes(pull.head.sha)) return sha
  }

  return pull.head.sha
}
