import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

/** Whether `head` contains `sha`; false also where GitHub doesn't know `sha` any more. */
export async function isAncestor(
  client: InstallationClient,
  repository: RepositoryRef,
  sha: string,
  head: string,
): Promise<boolean> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, per_page: 1 }
  try {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...place, basehead: `${sha}...${head}` })
    return data.status === 'ahead' || data.status === 'identical'
  } catch (error) {
    // No such commit, or nothing in common.
    if (statusOf(error) === 404) return false
    return call('compare commits', () => Promise.reject(error))
  }
}
