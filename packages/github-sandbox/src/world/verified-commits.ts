import type { Repository, World } from './world.ts'

/** GitHub signs what it commits in somebody's own name; the sandbox remembers those commits instead of a signature. */
export function markVerified(repo: Repository, sha: string): void {
  repo.verifiedCommits ??= []
  if (!repo.verifiedCommits.includes(sha)) repo.verifiedCommits.push(sha)
}

/** In whatever repository: the signature is in the commit, and goes where that is pushed. */
export function isVerified(world: Pick<World, 'repositories' | 'signsCommits'>, sha: string): boolean {
  if (world.signsCommits === false) return false
  return world.repositories.some(({ verifiedCommits }) => verifiedCommits?.includes(sha) ?? false)
}
