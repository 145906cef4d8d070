import { zeroSha } from '../../world/ref-change.ts'
import { GitHubError, type RouteContext } from '../../handler/route.ts'
import { refuseByRules } from '../../rules/judge-update.ts'
import { refuseWorkflowFiles } from './workflow-files.ts'
import type { Repository } from '../../world/world.ts'

/**
 * Moves a ref from what it is expected to be and tells everybody; false when it wasn't there any more. `refusedWith`: the
 * status of what a rule forbids, which differs from call to call.
 */
export async function changeRef(
  context: RouteContext,
  repo: Repository,
  change: { ref: string; before: string | undefined; after: string | undefined },
  refusedWith = 422,
): Promise<boolean> {
  const git = context.git(repo)
  const { ref, before, after } = change
  if (ref.startsWith('refs/pull/')) throw new GitHubError(422, 'Reference cannot be updated')
  if (after !== undefined) {
    const type = await git.objectType(after)
    if (type === undefined) throw new GitHubError(422, 'Object does not exist')
    if (type !== 'commit' && ref.startsWith('refs/heads/')) throw new GitHubError(422, 'Reference update failed')
    if (type === 'commit') await refuseWorkflowFiles(git, context.actor, repo, after)
  }
  // Of two refusals GitHub tells the plain one first.
  if ((await git.readRef(ref)) === before) await refuseByRules(context, repo, change, refusedWith)
  if (!(await git.updateRef(ref, before, after))) return false
  await context.refChanged(repo, { ref, before: before ?? zeroSha, after: after ?? zeroSha, pusher: context.user() })

  return true
}
