import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

/** Asked as the App itself. Whoever works with a token has no installation, and is told nothing: then it is taken for reached. */
export async function isReached(client: InstallationClient, repository: RepositoryRef): Promise<boolean> {
  const { owner, name, installationId } = repository
  try {
    const { rest } = await client.octokit(repository)
    return (await rest.apps.getRepoInstallation({ owner, repo: name })).data.id === installationId
  } catch (error) {
    return statusOf(error) !== 404
  }
}
