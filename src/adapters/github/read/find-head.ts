import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

/** Commit at a branch's tip; null where there is no such branch. */
export async function findHead(
  client: InstallationClient,
  repository: RepositoryRef,
  branch: string,
): Promise<string | null> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  try {
    return (await octokit.rest.git.getRef({ ...place, ref: `heads/${branch}` })).data.object.sha
  } catch (error) {
    if (statusOf(error) === 404) return null
    return call('look for the branch', () => Promise.reject(error))
  }
}
