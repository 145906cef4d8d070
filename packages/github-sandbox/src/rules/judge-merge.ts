import { listOf } from '../handler/body-value.ts'
import { hasRole } from '../handler/permissions.ts'
import type { RouteContext } from '../handler/route.ts'
import { isVerified } from '../world/verified-commits.ts'
import type { Issue, Pull, Repository } from '../world/world.ts'
import { findRules, type HeldRule } from './find-rules.ts'
import { findMissingChecks } from './required-checks.ts'
import { refuseViolations } from './rule-refusal.ts'

export interface JudgedMerge {
  pull: Pull
  issue: Issue
  method: 'merge' | 'squash' | 'rebase'
  /** Commits that the pull request brings. */
  commits: readonly string[]
}

/** Throws where a rule of the base branch forbids to merge the pull request as it stands. */
export function refuseMergeByRules(
  context: Pick<RouteContext, 'actor' | 'world'>,
  repo: Repository,
  merge: JudgedMerge,
): void {
  const rules = findRules(repo, context.actor, `refs/heads/${merge.pull.base.ref}`)
  const violations = rules.flatMap((rule) => judge(rule, context.world, repo, merge).map((words) => ({ rule, words })))
  refuseViolations(violations, 405)
}

function judge(rule: HeldRule, world: RouteContext['world'], repo: Repository, merge: JudgedMerge): string[] {
  switch (rule.type) {
    case 'update':
      return [
        rule.ruleset.classic === true
          ? "You're not authorized to push to this branch."
          : 'Cannot update this protected ref.',
      ]
    case 'merge_queue':
      return ['Changes must be made through the merge queue']
    case 'pull_request':
      return [...judgeReviews(rule, repo, merge), ...judgeMethod(rule, merge)]
    case 'required_status_checks':
      return findMissingChecks(repo, rule, merge.pull.head.sha)
    case 'required_linear_history':
      return merge.method === 'merge' ? ['This branch must not contain merge commits.'] : []
    case 'required_signatures': {
      // What GitHub makes of them itself is signed.
      if (merge.method === 'squash' || merge.commits.every((sha) => isVerified(world, sha))) return []
      return ['Commits must have verified signatures.']
    }
    default:
      return []
  }
}

function judgeReviews({ parameters = {} }: HeldRule, repo: Repository, { pull, issue }: JudgedMerge): string[] {
  const wanted = Number(parameters['required_approving_review_count'] ?? 0)
  const byUser = new Map<string, string>()
  for (const { user, state } of pull.reviews) {
    const decides = state === 'APPROVED' || state === 'CHANGES_REQUESTED' || state === 'DISMISSED'
    if (decides && user !== issue.user && hasRole(repo, user, 'write')) byUser.set(user, state)
  }
  const states = [...byUser.values()]
  if (states.includes('CHANGES_REQUESTED')) return ['Changes have been requested.']
  if (states.filter((one) => one === 'APPROVED').length >= wanted) return []
  const reviews = wanted === 1 ? 'approving review is' : 'approving reviews are'
  return [`At least ${wanted} ${reviews} required by reviewers with write access.`]
}

function judgeMethod({ parameters = {} }: HeldRule, { method }: JudgedMerge): string[] {
  const allowed = listOf(parameters['allowed_merge_methods']).map(String)
  if (allowed.length === 0 || allowed.includes(method)) return []
  const names = { merge: 'Merge commits', squash: 'Squash merges', rebase: 'Rebase merges' }
  return [`${names[method]} are not allowed on this repository.`]
}
