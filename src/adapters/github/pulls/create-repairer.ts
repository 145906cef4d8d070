import type { Repairer } from '../../../application/ports/forge/repairer.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'

const noCommit = '0'.repeat(40)
const restoreMutation = 'mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }'

/** Sets branches back and opens pull requests again. */
export function createRepairer(client: InstallationClient): Repairer {
  return {
    async restoreBranch(repository, { branch, sha, seen }) {
      const name = `refs/heads/${branch}`
      const { head, repositoryId } = await readHeadWithId(client, repository, name)
      if (head === sha) return 'restored'
      if (head !== seen) return 'moved'
      const input = { repositoryId, refUpdates: [{ name, beforeOid: seen ?? noCommit, afterOid: sha, force: true }] }
      const { errors } = await call('restore the branch', () => client.graphql(repository, restoreMutation, { input }))
      if (errors.length === 0) return 'restored'
      if (errors.some((error) => error.type === 'STALE_DATA')) return 'moved'
      throw graphqlFault(errors)
    },

    async reopenPull(repository, number) {
      const octokit = await client.octokit(repository)
      await call('open the pull request again', () =>
        octokit.rest.pulls.update({
          owner: repository.owner,
          repo: repository.name,
          pull_number: number,
          state: 'open',
        }),
      )
    },
  }
}

interface HeadAnswer {
  repository: { id: string; ref: { target: { oid: string } } | null }
}

const headQuery = `query($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { id ref(qualifiedName: $ref) { target { oid } } }
}`

async function readHeadWithId(
  client: InstallationClient,
  repository: RepositoryRef,
  ref: string,
): Promise<{ head: string | null; repositoryId: string }> {
  const { owner, name } = repository
  const { data, errors } = await call('read the branch', () =>
    client.graphql<HeadAnswer>(repository, headQuery, { owner, name, ref }),
  )
  if (data?.repository == null || errors.length > 0) throw graphqlFault(errors)
  return { head: data.repository.ref?.target.oid ?? null, repositoryId: data.repository.id }
}
