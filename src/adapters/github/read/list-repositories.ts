import type { ProbotOctokit } from 'probot'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

/** A repository that the App is installed on. */
export interface InstalledRepository extends RepositoryRef {
  isPrivate: boolean
}

/** All of them, of all installations that aren't suspended. */
export async function listInstalledRepositories(
  app: Pick<ProbotOctokit, 'paginate' | 'rest'>,
  client: Pick<InstallationClient, 'octokit'>,
): Promise<InstalledRepository[]> {
  const installations = await call('list installations', () =>
    app.paginate(app.rest.apps.listInstallations, { per_page: 100 }),
  )
  const repositories: InstalledRepository[] = []
  for (const { id, suspended_at: suspended } of installations) {
    if (suspended !== null && suspended !== undefined) continue
    const octokit = await client.octokit({ installationId: id })
    const listed = await call('list repositories', () =>
      octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: 100 }),
    )
    for (const { owner, name, private: isPrivate } of listed)
      repositories.push({ owner: owner.login, name, key: `${owner.login}/${name}`, installationId: id, isPrivate })
  }
  return repositories
}
