import type { CommitData, GitStore, Signature } from '../handler/git-store.ts'

/** Puts the change of one commit on top of another (a cherry-pick); undefined where it conflicts. */
export async function applyCommit(
  git: GitStore,
  onto: string,
  commit: CommitData,
  committer: Signature,
): Promise<string | undefined> {
  const [parent] = commit.parents
  if (parent === undefined) return undefined
  const { author, message } = commit
  // Merging takes the base from history, so both sides get the commit's parent as theirs.
  const { tree } = await git.readCommit(onto)
  const ours = await git.writeCommit({ tree, parents: [parent], message, author, committer })
  const theirs = await git.writeCommit({ tree: commit.tree, parents: [parent], message, author, committer })
  const merged = await git.mergeTree(ours, theirs)

  return 'tree' in merged
    ? git.writeCommit({ tree: merged.tree, parents: [onto], message, author, committer })
    : undefined
}
