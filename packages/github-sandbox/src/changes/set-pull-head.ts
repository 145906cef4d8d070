import type { ChangeContext } from '../handler/change-context.ts'
import type { Pull, Repository } from '../world/world.ts'

/** Moves a pull request to a commit, which `refs/pull/N/head` keeps alive when the branch goes; whether it merges must be found out anew. */
export async function setPullHead(context: ChangeContext, repo: Repository, pull: Pull, sha: string): Promise<void> {
  pull.head.sha = sha
  forgetMergeable(pull)
  const git = context.git(repo)
  const ref = `refs/pull/${pull.number}/head`
  const before = await git.readRef(ref)
  if (before !== sha) await git.updateRef(ref, before, sha)
}

/** Makes `mergeable` unknown again, as it is whenever head or base moved. */
export function forgetMergeable(pull: Pull): void {
  pull.mergeable = null
  pull.mergeableAskedAt = null
}
