import type { CommitData } from '../handler/git-store.ts'

type ReadCommit = (sha: string) => Promise<CommitData>

/** Histories of up to so many commits are walked here; a longer one is left to git. */
const nearCommits = 200

/** A commit and all before it; undefined where they are too many. */
export async function readNearHistory(
  readCommit: ReadCommit,
  from: string,
): Promise<Map<string, CommitData> | undefined> {
  const seen = new Set([from])
  const history = new Map<string, CommitData>()
  for (const sha of seen) {
    if (seen.size > nearCommits) return undefined
    const commit = await readCommit(sha)
    history.set(sha, commit)
    for (const parent of commit.parents) seen.add(parent)
  }

  return history
}

/**
 * Commits of `from` that `not` doesn't have, as `git rev-list --date-order` lists them: children before parents, newer
 * ones first. Undefined where they are too many.
 */
export async function listNearCommits(
  readCommit: ReadCommit,
  from: string,
  not: string | undefined,
): Promise<string[] | undefined> {
  const [ours, theirs] = await Promise.all([
    readNearHistory(readCommit, from),
    not === undefined ? new Map<string, CommitData>() : readNearHistory(readCommit, not),
  ])
  if (ours === undefined || theirs === undefined) return undefined
  const left = new Map([...ours].filter(([sha]) => !theirs.has(sha)))
  const children = new Map<string, number>()
  const parentsOf = (sha: string) => (left.get(sha)?.parents ?? []).filter((parent) => left.has(parent))
  for (const sha of left.keys())
    for (const parent of parentsOf(sha)) children.set(parent, (children.get(parent) ?? 0) + 1)
  const listed: string[] = []
  for (let ready = left.has(from) ? [from] : []; ready.length > 0;) {
    const [next = '', ...others] = ready.toSorted((a, b) => dateOf(left, b) - dateOf(left, a))
    listed.push(next)
    ready = ready.filter((sha) => others.includes(sha))
    for (const parent of parentsOf(next)) {
      const waiting = (children.get(parent) ?? 0) - 1
      children.set(parent, waiting)
      if (waiting === 0) ready.push(parent)
    }
  }

  return listed
}

function dateOf(commits: ReadonlyMap<string, CommitData>, sha: string): number {
  return Date.parse(commits.get(sha)?.committer.date ?? '')
}

/** The one common ancestor that no other comes after, `none`, or undefined where git has to choose or to walk. */
export async function findNearMergeBase(
  readCommit: ReadCommit,
  a: string,
  b: string,
): Promise<{ sha: string } | 'none' | undefined> {
  const [ofA, ofB] = await Promise.all([readNearHistory(readCommit, a), readNearHistory(readCommit, b)])
  if (ofA === undefined || ofB === undefined) return undefined
  const common = new Set([...ofA.keys()].filter((sha) => ofB.has(sha)))
  // All that is before a common ancestor is one too, so that looking at direct parents is enough.
  const before = new Set([...common].flatMap((sha) => ofA.get(sha)?.parents ?? []))
  const [best, ...others] = [...common].filter((sha) => !before.has(sha))
  if (best === undefined) return 'none'

  return others.length === 0 ? { sha: best } : undefined
}
