import type { CommitData } from '../handler/git-store.ts'

const nearCommits = 200

/**
 * Looks for a commit among the nearest ancestors of another without starting git; undefined where it would have to walk
 * too far to be sure.
 */
export async function isNearAncestor(
  readCommit: (sha: string) => Promise<CommitData>,
  ancestor: string,
  descendant: string,
): Promise<boolean | undefined> {
  const seen = new Set([descendant])
  const waiting = [descendant]
  for (let sha = waiting.shift(); sha !== undefined; sha = waiting.shift()) {
    if (sha === ancestor) return true
    if (seen.size > nearCommits) return undefined
    for (const parent of (await readCommit(sha)).parents) {
      if (!seen.has(parent)) waiting.push(parent)
      seen.add(parent)
    }
  }

  return false
}
