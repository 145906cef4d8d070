import { isFastForward } from '../../git/is-fast-forward.ts'
import { zeroSha } from '../../world/ref-change.ts'
import type { GitStore } from '../../handler/git-store.ts'
import type { RefChange } from '../../world/ref-change.ts'
import type { Activity, Repository } from '../../world/world.ts'

/** Keeps who changed a branch, as GitHub's list of activities has it: whoever wrote the commits doesn't matter there. */
export async function recordActivity(git: GitStore, repo: Repository, change: RefChange, at: string): Promise<void> {
  const { ref, before, after, pusher } = change
  if (!ref.startsWith('refs/heads/')) return
  const kind = await nameActivity(git, change)
  repo.activities ??= []
  repo.activities.push({ id: repo.activities.length + 1, ref, before, after, at, kind, actor: pusher.login })
}

async function nameActivity(git: GitStore, { before, after, isMerge }: RefChange): Promise<Activity['kind']> {
  if (before === zeroSha) return 'branch_creation'
  if (after === zeroSha) return 'branch_deletion'
  if (isMerge === true) return 'pr_merge'
  return (await isFastForward(git, before, after)) ? 'push' : 'force_push'
}
