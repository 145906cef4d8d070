import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, GitHubFault } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

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
  const activity = await findActivity(client, repository, branch, commitSha)
  return activity?.actor ?? undefined
}

/** Where a branch was before it was moved to that commit; where GitHub has no list of it, the commit's first parent. */
export async function findHeadBefore(
  client: InstallationClient,
  repository: RepositoryRef,
  branch: string,
  commitSha: string,
): Promise<string> {
  const activity = await findActivity(client, repository, branch, commitSha)
  if (activity !== undefined) return activity.before
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, commit_sha: commitSha }
  const { data } = await call('read the merge', () => octokit.rest.git.getCommit(place))
  return data.parents[0]?.sha ?? commitSha
}

async function findActivity(client: InstallationClient, repository: RepositoryRef, branch: string, after: string) {
  const octokit = await client.octokit(repository)
  const asked = { owner: repository.owner, repo: repository.name, ref: branch, per_page: activitiesAtOnce }
  try {
    const { data } = await call('see who pushed', () => octokit.rest.repos.listActivities(asked))
    return data.find((one) => one.after === after)
  } catch (error) {
    if (isWithout(error)) return undefined
    throw error
  }
}

/** An older GitHub Enterprise Server, or an App that isn't shown it. */
function isWithout(error: unknown): boolean {
  if (!(error instanceof GitHubFault) || error.code === 'github_unavailable') return false
  return error.status === 403 || error.status === 404
}
