import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { DeletedBranches } from '../../../application/ports/forge/pull-requests.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'

interface BranchesAnswer {
  repository: {
    id: string
    pullRequest?: { merged: boolean; headRefOid: string } | null
    refs: { nodes: { name: string; target: { oid: string } }[]; pageInfo: { hasNextPage: boolean } } | null
  } | null
}

const branchesQuery = `query($owner: String!, $name: String!, $prefix: String!, $number: Int!, $isMerged: Boolean!) {
  repository(owner: $owner, name: $name) {
    id
    pullRequest(number: $number) @include(if: $isMerged) { merged headRefOid }
    refs(refPrefix: $prefix, first: 100) { nodes { name target { oid } } pageInfo { hasNextPage } }
  }
}`
const mutation = 'mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }'
const noCommit = '0'.repeat(40)
/** Each with up to 100 branches, or after somebody pushed to one of them meanwhile. */
const maxRounds = 20

/**
 * Deletes branches that are needless by now, as long as each is at a commit that is recorded of it, or was merged: what
 * anybody pushed since stays, and so does everything where the pull request isn't merged.
 */
export async function deleteBranches(
  client: InstallationClient,
  repository: RepositoryRef,
  { folder, base, number, recorded, empty }: DeletedBranches,
): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const place = { owner: repository.owner, name: repository.name, prefix: `refs/heads/${folder}/` }
    const variables = { ...place, number: number ?? 0, isMerged: number !== null }
    const { data, errors } = await call('read the branches', () =>
      client.graphql<BranchesAnswer>(repository, branchesQuery, variables),
    )
    if (errors.length > 0 || data?.repository == null) throw graphqlFault(errors)
    const { id, pullRequest, refs } = data.repository
    if ((number !== null && pullRequest?.merged !== true) || refs === null) return
    const refUpdates = refs.nodes.flatMap(({ name, target: { oid } }) => {
      // GitHub gives names below the prefix.
      const leaf = name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name
      const known = empty.has(oid) || recorded.get(leaf)?.has(oid) === true
      if (!known && !(leaf === base && oid === pullRequest?.headRefOid)) return []
      return [{ name: `refs/heads/${folder}/${leaf}`, beforeOid: oid, afterOid: noCommit }]
    })
    if (refUpdates.length === 0) return
    const answer = await call('delete the branches', () =>
      client.graphql(repository, mutation, { input: { repositoryId: id, refUpdates } }),
    )
    const moved = answer.errors.some(({ type }) => type === 'STALE_DATA')
    if (answer.errors.length > 0 && !moved) throw graphqlFault(answer.errors)
    if (!moved && !refs.pageInfo.hasNextPage) return
  }
}
