import type { Repository } from './world.ts'

/** GitHub signs what it commits in somebody's own name; the sandbox remembers those commits instead of a signature. */
export function markVerified(repo: Repository, sha: string): void {
  repo.verifiedCommits ??= []
  if (!repo.verifiedCommits.includes(sha)) repo.verifiedCommits.push(sha)
}

export function isVerified(repo: Repository, sha: string): boolean {
  return repo.verifiedCommits?.includes(sha) ?? false
}
