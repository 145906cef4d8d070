import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import { call, GitHubFault } from './github-fault.ts'
import type { InstallationClient } from './installation-client.ts'

/** GitHub lists no more at once; a branch of ours sees few pushes. */
const activitiesAtOnce = 100

/**
 * Who moved a branch to that commit, as GitHub lists it: the names in a commit are whatever its maker wrote there.
 * Undefined where GitHub doesn't say, or has no such list.
 */
export async function findPusher(
  client: InstallationClient,
  repository: RepositoryRef,
  branch: string,
  commitSha: string,
): Promise<{ login: string; id: number; type: string } | undefined> {
  const octokit = await client.octokit(repository)
  const asked = { owner: repository.owner, repo: repository.name, ref: branch, per_page: activitiesAtOnce }
  try {
    const { data } = await call('see who pushed', () => octokit.rest.repos.listActivities(asked))
    return data.find((one) => one.after === commitSha)?.actor ?? undefined
  } catch (error) {
    if (isWithout(error)) return undefined
    throw error
  }
}

/** An older GitHub Enterprise Server, or an App that isn't shown it. */
function isWithout(error: unknown): boolean {
  if (!(error instanceof GitHubFault) || error.code !== 'github_refused') return false
  return error.status === 403 || error.status === 404
}
