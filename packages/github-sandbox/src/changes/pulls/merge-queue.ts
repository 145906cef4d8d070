import { emitPull } from '../issues/emit-issue.ts'
import { githubSignature } from '../../git/git-signature.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import { GitHubError, type RouteContext } from '../../handler/route.ts'
import { presentWebhook } from '../../present/webhook.ts'
import { listRules } from '../../rules/find-rules.ts'
import { findMissingChecks } from '../../rules/required-checks.ts'
import { markVerified } from '../../world/verified-commits.ts'
import type { Issue, Pull, Repository, User } from '../../world/world.ts'
import { markMerged } from './merge-pull.ts'

interface Queued {
  pull: Pull
  issue: Issue
  by: User
}

/** Puts a pull request on top of its base, on a branch of the queue's own, and asks Apps for their checks of that commit. */
export async function queueMerge(context: RouteContext, repo: Repository, { pull, by }: Queued): Promise<string> {
  const git = context.git(repo)
  const base = orNotFound(await git.readRef(`refs/heads/${pull.base.ref}`))
  const merged = await git.mergeTree(base, pull.head.sha)
  if (!('tree' in merged)) throw new GitHubError(405, 'Pull Request is not mergeable')
  const signature = githubSignature(context.now())
  const message = `Merge pull request #${pull.number} from ${repo.owner}/${pull.head.ref}`
  const parents = [base, pull.head.sha]
  const sha = await git.writeCommit({ tree: merged.tree, parents, message, author: signature, committer: signature })
  markVerified(repo, sha)
  const ref = queueRef(pull, base)
  await git.updateRef(ref, await git.readRef(ref), sha)
  const { name, email } = signature
  context.emit(
    repo,
    'merge_group',
    'checks_requested',
    presentWebhook(context, repo, by.login, {
      action: 'checks_requested',
      merge_group: {
        head_sha: sha,
        head_ref: ref,
        base_sha: base,
        base_ref: `refs/heads/${pull.base.ref}`,
        head_commit: {
          id: sha,
          tree_id: merged.tree,
          message,
          timestamp: context.now(),
          author: { name, email },
          committer: { name, email },
        },
      },
    }),
  )
  return sha
}

/** Merges what is queued where its commit has the checks that the base requires; what is lacking, in GitHub's words. */
export async function settleMergeQueue(
  context: RouteContext,
  repo: Repository,
  { pull, issue, by }: Queued,
): Promise<string[]> {
  const git = context.git(repo)
  const target = `refs/heads/${pull.base.ref}`
  const base = orNotFound(await git.readRef(target))
  const ref = queueRef(pull, base)
  const sha = orNotFound(await git.readRef(ref))
  const rules = listRules(repo, target).filter(({ type }) => type === 'required_status_checks')
  const missing = rules.flatMap((rule) => findMissingChecks(repo, rule, sha))
  await git.updateRef(ref, sha, undefined)
  if (missing.length > 0) return missing
  await git.updateRef(target, base, sha)
  pull.base.sha = base
  markMerged(context, pull, issue, by.login, sha)
  await context.refChanged(repo, { ref: target, before: base, after: sha, pusher: by, isMerge: true })
  await emitPull(context, repo, pull, issue, by.login, 'closed')
  return []
}

function queueRef({ base, number }: Pull, baseSha: string): string {
  return `refs/heads/gh-readonly-queue/${base.ref}/pr-${number}-${baseSha}`
}
