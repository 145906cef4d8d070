import type { RouteContext } from '../../handler/route.ts'
import type { Pull, Repository } from '../../world/world.ts'

/** One look at an open pull request: the first only sets the computation off, a later one (after `mergeableAfterMs`) knows. */
export async function lookAtMergeable(
  context: Pick<RouteContext, 'git' | 'now' | 'mergeableAfterMs'>,
  repo: Repository,
  pull: Pull,
): Promise<void> {
  const isOpen = repo.issues.some((issue) => issue.number === pull.number && issue.state === 'open')
  if (!isOpen || pull.mergeable !== null) return
  const now = context.now()
  if (!pull.mergeableAskedAt) {
    pull.mergeableAskedAt = now
    return
  }
  if (Date.parse(now) - Date.parse(pull.mergeableAskedAt) < (context.mergeableAfterMs ?? 0)) return
  const range = `${pull.base.sha}...${pull.head.sha}`
  const merged = await context.git(repo).mergeTree(pull.base.sha, pull.head.sha)
  // Either side may have moved while git was at work; then nothing is known again.
  if (range === `${pull.base.sha}...${pull.head.sha}`) pull.mergeable = 'tree' in merged
}
