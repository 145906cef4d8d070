import type { CommitData, GitStore, Signature } from './git-store.ts'
import type { User } from './world.ts'

/** A person as GitHub writes them into commits that it makes. */
export function userSignature(user: User, date: string): Signature {
  return { name: user.name, email: `${user.id}+${user.login}@users.noreply.github.com`, date }
}

/** GitHub itself, the committer of what is made on its pages and through its API. */
export function githubSignature(date: string): Signature {
  return { name: 'GitHub', email: 'noreply@github.com', date }
}

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
