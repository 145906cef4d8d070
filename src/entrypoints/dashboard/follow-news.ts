import type { BranchAt, FollowedBranch } from '../../adapters/git/followed-branch.ts'
import type { CommitNews } from './tell-commits.ts'

/** A page that is opened within that of the last look shows what was there. */
const freshMs = 1_000
/** How often the repository is asked while somebody has a page open. */
const lookEveryMs = 2_000

export interface FollowedNews extends CommitNews {
  /** The newest commit; undefined: there is no such branch. */
  look(): Promise<BranchAt | undefined>
}

/** A branch on this machine: asked when a page is made, and now and then while pages are open; never while nobody looks. */
export function followNews(branch: FollowedBranch): FollowedNews {
  const listeners = new Set<(commit: string) => void>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let told: string | undefined
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    if (performance.now() - lookedAt < freshMs && branch.known !== undefined) return branch.known
    const at = await branch.look()
    lookedAt = performance.now()
    if (at !== undefined && at.commit !== told) {
      told = at.commit
      for (const hear of listeners) hear(at.commit)
    }
    return at
  }
  return {
    look,
    current: () => told,
    listen(hear) {
      listeners.add(hear)
      // A repository that can't be asked for a moment is asked again.
      timer ??= setInterval(() => void look().catch(() => undefined), lookEveryMs).unref()
      return () => {
        listeners.delete(hear)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
