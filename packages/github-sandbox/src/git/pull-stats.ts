import type { GitStore } from '../handler/git-store.ts'
import type { Pull } from '../world/world.ts'

export interface PullStats {
  /** Oldest first, as GitHub lists them. */
  commits: string[]
  additions: number
  deletions: number
  changedFiles: number
}

const known = new Map<string, PullStats>()
const knownLimit = 1000

/** What a pull request adds to its base. Kept by range: the same two commit ids give the same answer in every repository. */
export async function readPullStats(git: GitStore, pull: Pull): Promise<PullStats> {
  const range = `${pull.base.sha}...${pull.head.sha}`
  const cached = known.get(range)
  if (cached) return cached
  const [commits, files] = await Promise.all([
    git.log(pull.head.sha, { not: pull.base.sha }),
    git.diff(await findMergeBase(git, pull), pull.head.sha),
  ])
  const stats = {
    commits: commits.toReversed(),
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: files.length,
  }
  if (known.size >= knownLimit) known.clear()
  known.set(range, stats)

  return stats
}

/** The commit a pull request's changes are counted from (three dots). */
export async function findMergeBase(git: GitStore, pull: Pull): Promise<string> {
  return (await git.mergeBase(pull.base.sha, pull.head.sha)) ?? pull.base.sha
}
