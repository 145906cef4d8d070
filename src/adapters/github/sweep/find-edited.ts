import type { RepositoryRef } from '../../../application/ports/repository-ref.ts'
import { call } from '../github-fault.ts'
import { graphqlFault, type InstallationClient } from '../installation-client.ts'

/** GitHub takes no more in one query. */
const idsAtOnce = 100

const editedQuery = `query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Comment { lastEditedAt } } }`

interface Edited {
  nodes: ({ id: string; lastEditedAt?: string | null } | null)[]
}

/**
 * Those of these comments and reviews that were edited or are gone. Whoever may write to a repository may edit the words of
 * everybody, and REST says only that something changed.
 */
export async function findEdited(
  client: InstallationClient,
  repository: RepositoryRef,
  nodeIds: readonly string[],
): Promise<Set<string>> {
  const edited = new Set(nodeIds)
  for (let from = 0; from < nodeIds.length; from += idsAtOnce) {
    const ids = nodeIds.slice(from, from + idsAtOnce)
    const { data, errors } = await call('see which comments were edited', () =>
      client.graphql<Edited>(repository, editedQuery, { ids }),
    )
    if (data === null || errors.some(({ type }) => type !== 'NOT_FOUND')) throw graphqlFault(errors)
    for (const node of data.nodes) if (node?.lastEditedAt === null) edited.delete(node.id)
  }
  return edited
}
