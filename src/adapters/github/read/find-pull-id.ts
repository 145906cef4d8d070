import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'

const document = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { id } }
}`

/** GraphQL's id of a pull request: from memory where this process opened it, or else asked for. */
export async function findPullId(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
): Promise<string> {
  const known = client.pullIds.find(repository, number)
  if (known !== undefined) return known
  const { owner, name } = repository
  const data = await call('look for the pull request', () =>
    query<{ repository: { pullRequest: { id: string } } }>(client, repository, document, { owner, name, number }),
  )
  const { id } = data.repository.pullRequest
  client.pullIds.keep(repository, number, id)
  return id
}
