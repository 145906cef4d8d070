import type { BranchAt, FollowedBranch } from '../../adapters/git/followed-branch.ts'
import type { CommitNews } from './tell-commits.ts'

/** A page that is opened within that of the last look shows what was there. */
const freshMs = 1_000
/** How often it is looked while somebody has a page open. */
const lookEveryMs = 2_000

export interface FollowedNews extends CommitNews {
  /** The newest commit; undefined: there is no such branch. */
  look(): Promise<BranchAt | undefined>
}

export interface Newest {
  /** Whether a commit is the newest, as far as that is known without asking the repository. */
  isNewest: (commit: string) => Promise<boolean | undefined>
  /** How long one counts of which that is not known. */
  unknownEveryMs: number
}

/** A branch, asked when a page is made, and now and then while pages are open; never while nobody looks. */
export function followNews(branch: FollowedBranch, newest?: Newest): FollowedNews {
  const listeners = new Set<(commit: string) => void>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let told: string | undefined
  let timer: NodeJS.Timeout | undefined
  const look = async (countsMs: number) => {
    const { known } = branch
    const isNewest = known === undefined ? false : await newest?.isNewest(known.commit)
    if (isNewest === true || (isNewest === undefined && performance.now() - lookedAt < countsMs)) return known
    const at = await branch.look()
    lookedAt = performance.now()
    if (at !== undefined && at.commit !== told) {
      told = at.commit
      for (const hear of listeners) hear(at.commit)
    }
    return at
  }
  return {
    // Where the newest may be known, nothing else is shown for it.
    look: () => look(newest === undefined ? freshMs : 0),
    current: () => told,
    listen(hear) {
      listeners.add(hear)
      // A repository that can't be asked for a moment is asked again.
      timer ??= setInterval(
        () => void look(newest?.unknownEveryMs ?? freshMs).catch(() => undefined),
        lookEveryMs,
      ).unref()
      return () => {
        listeners.delete(hear)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
