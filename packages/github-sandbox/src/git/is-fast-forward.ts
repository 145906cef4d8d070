import type { GitStore } from '../handler/git-store.ts'

/** Whether a branch that was moved still has in it what it had; mostly known without a walk. */
export async function isFastForward(git: GitStore, before: string, after: string): Promise<boolean> {
  return (await git.readCommit(after)).parents.includes(before) || git.isAncestor(before, after)
}
