import type { GitStore } from './git-store.ts'
import { GitHubError } from './route.ts'

/** The commit of a branch, a tag, `heads/x`, `tags/x`, or a full or short id; throws 422 as GitHub does where there is none. */
export async function resolveCommit(git: GitStore, ref: string): Promise<string> {
  for (const name of [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/${ref}`]) {
    if ((await git.readRef(name)) === undefined) continue
    const sha = await git.resolve(name)
    if (sha !== undefined) return sha
  }
  const sha = /^[\da-f]{4,40}$/.test(ref) ? await git.resolve(ref) : undefined
  if (sha === undefined) throw new GitHubError(422, `No commit found for SHA: ${ref}`)

  return sha
}
