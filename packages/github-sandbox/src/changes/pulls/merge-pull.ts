import { applyCommit } from '../../git/apply-commit.ts'
import { type ChangeContext, recordTimeline } from '../../handler/change-context.ts'
import { closeNamedIssues } from '../issues/close-named-issues.ts'
import { emitPull } from '../issues/emit-issue.ts'
import { githubSignature, userSignature } from '../../git/git-signature.ts'
import { readPullStats } from '../../git/pull-stats.ts'
import type { RouteContext } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { refuseMergeByRules } from '../../rules/judge-merge.ts'
import { markVerified } from '../../world/verified-commits.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'

export interface MergeOptions {
  method: 'merge' | 'squash' | 'rebase'
  title: string | undefined
  message: string | undefined
  /** The head that the caller saw. */
  expectedHead: string | undefined
}

const underWay = new WeakSet<Pull>()

/** Merges into the base branch as GitHub does; throws 405 where it can't be merged, 409 where the head is another. */
export async function mergePull(
  context: RouteContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  options: MergeOptions,
): Promise<string> {
  // Whoever comes second might find the branch moved already and the pull request not yet merged.
  if (underWay.has(pull)) throw new GitHubError(405, 'Merge already in progress')
  underWay.add(pull)
  try {
    return await merge(context, repo, pull, issue, options)
  } finally {
    underWay.delete(pull)
  }
}

async function merge(
  context: RouteContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  options: MergeOptions,
): Promise<string> {
  const user = context.user()
  const git = context.git(repo)
  refuseMerge(repo, pull, issue, options)
  if (repo.rulesets !== undefined) {
    const { commits } = await readPullStats(git, pull)
    refuseMergeByRules(context, repo, { pull, issue, method: options.method, commits })
  }
  const ref = `refs/heads/${pull.base.ref}`
  const before = await git.readRef(ref)
  if (before === undefined) throw new GitHubError(405, 'Pull Request is not mergeable')
  const after = await writeMerge(context, repo, pull, issue, before, options)
  // Somebody may have merged, closed or pushed while git was at work.
  refuseMerge(repo, pull, issue, options)
  if (!(await git.updateRef(ref, before, after)))
    throw new GitHubError(405, 'Base branch was modified. Review and try the merge again.')
  if (options.method !== 'rebase') markVerified(repo, after)
  pull.base.sha = before
  markMerged(context, pull, issue, user.login, after)
  await context.refChanged(repo, { ref, before, after, pusher: user, isMerge: true })
  await emitPull(context, repo, pull, issue, user.login, 'closed')
  await closeNamedIssues(context, repo, pull, issue, user.login)

  return after
}

/** Makes a pull request merged and closed; its event is the caller's. */
export function markMerged(context: ChangeContext, pull: Pull, issue: Issue, login: string, commit: string): void {
  const now = context.now()
  Object.assign(pull, { merged: true, mergedAt: now, mergedBy: login, mergeCommitSha: commit })
  Object.assign(issue, { state: 'closed', closedAt: now })
  recordTimeline(context, issue, 'merged', login, { commitId: commit })
  recordTimeline(context, issue, 'closed', login)
}

function refuseMerge(repo: Repository, pull: Pull, issue: Issue, options: MergeOptions): void {
  if (issue.state === 'closed') throw new GitHubError(405, 'Pull Request is not mergeable')
  if (options.expectedHead !== undefined && options.expectedHead !== pull.head.sha)
    throw new GitHubError(409, 'Head branch was modified. Review and try the merge again.')
  if (pull.draft) throw new GitHubError(405, 'Pull Request is still a draft')
  if (options.method === 'merge' && !repo.allowMergeCommit)
    throw new GitHubError(405, 'Merge commits are not allowed on this repository.')
  if (options.method === 'squash' && repo.allowSquashMerge === false)
    throw new GitHubError(405, 'Squash merges are not allowed on this repository.')
  if (options.method === 'rebase' && repo.allowRebaseMerge === false)
    throw new GitHubError(405, 'Rebase merges are not allowed on this repository.')
}

async function writeMerge(
  context: RouteContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  base: string,
  options: MergeOptions,
): Promise<string> {
  const git = context.git(repo)
  const merged = await git.mergeTree(base, pull.head.sha)
  if (!('tree' in merged)) throw new GitHubError(405, 'Pull Request is not mergeable')
  const committer = githubSignature(context.now())
  switch (options.method) {
    case 'merge':
      return git.writeCommit({
        tree: merged.tree,
        parents: [base, pull.head.sha],
        message: joinMessage(
          options.title ?? `Merge pull request #${pull.number} from ${repo.owner}/${pull.head.ref}`,
          options.message ?? issue.title,
        ),
        author: userSignature(context.user(), context.now()),
        committer,
      })
    case 'squash':
      return git.writeCommit({
        tree: merged.tree,
        parents: [base],
        message: joinMessage(
          options.title ?? `${issue.title} (#${pull.number})`,
          options.message ?? (await listMessages(context, repo, pull)),
        ),
        author: userSignature(authorOf(context, issue), context.now()),
        committer,
      })
    case 'rebase':
      return rebase(context, repo, pull, base)
  }
}

async function rebase(context: RouteContext, repo: Repository, pull: Pull, base: string): Promise<string> {
  const git = context.git(repo)
  const { commits } = await readPullStats(git, pull)
  let onto = base
  for (const sha of commits) {
    const commit = await git.readCommit(sha)
    // Merge commits are left out, as git rebase does.
    if (commit.parents.length > 1) continue
    const next = await applyCommit(git, onto, commit, githubSignature(context.now()))
    if (next === undefined) throw new GitHubError(405, 'This branch can’t be rebased')
    onto = next
  }

  return onto
}

async function listMessages(context: RouteContext, repo: Repository, pull: Pull): Promise<string> {
  const git = context.git(repo)
  const { commits } = await readPullStats(git, pull)
  const messages = await Promise.all(commits.map(async (sha) => (await git.readCommit(sha)).message.trim()))

  return messages.length === 1
    ? (messages[0] ?? '').split('\n').slice(1).join('\n').trim()
    : messages.map((message) => `* ${message}`).join('\n\n')
}

function authorOf(context: RouteContext, issue: Issue) {
  return context.world.users.find((user) => user.login === issue.user) ?? context.user()
}

function joinMessage(title: string, message: string): string {
  return message === '' ? title : `${title}\n\n${message}`
}
