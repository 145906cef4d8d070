import type { MachinePorts } from '../../../application/ports/machine-ports.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'

/** GitHub takes no more in one query. */
const idsAtOnce = 100

const editedQuery = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Comment { lastEditedAt } } }`

interface Edited {
  /** In the order they were asked for; their ids may be written in another way than REST writes them. */
  nodes: ({ lastEditedAt?: string | null } | null)[]
}

/**
 * Those of these comments and reviews that were edited or are gone. Whoever may write to a repository may edit the words of
 * everybody, and REST says only that something changed. Each is logged: nobody else tells that it isn't heard.
 */
export async function findEdited(
  client: InstallationClient,
  repository: RepositoryRef,
  nodeIds: readonly string[],
  log: MachinePorts['log'],
): Promise<Set<string>> {
  const edited = new Set(nodeIds)
  for (let from = 0; from < nodeIds.length; from += idsAtOnce) {
    const ids = nodeIds.slice(from, from + idsAtOnce)
    const { data, errors } = await call('see which comments were edited', () =>
      client.graphql<Edited>(repository, editedQuery, { ids }),
    )
    if (data === null || errors.some(({ type }) => type !== 'NOT_FOUND')) throw graphqlFault(errors)
    for (const [place, id] of ids.entries()) if (data.nodes[place]?.lastEditedAt === null) edited.delete(id)
  }
  for (const id of edited)
    log('info', 'a comment that was edited or is gone is left out', { repository: repository.key, comment: id })
  return edited
}
