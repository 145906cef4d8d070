import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'

const document = 'query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }'

/** GraphQL's id of a repository: from memory, or else asked for once. */
export async function findRepositoryId(client: InstallationClient, repository: RepositoryRef): Promise<string> {
  const known = client.repositoryIds.get(repository.key)
  if (known !== undefined) return known
  const { owner, name } = repository
  const data = await call('read the repository', () =>
    query<{ repository: { id: string } }>(client, repository, document, { owner, name }),
  )
  client.repositoryIds.set(repository.key, data.repository.id)
  return data.repository.id
}
