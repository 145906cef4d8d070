import { z } from 'zod'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { ChangeToken } from '../../../application/ports/forge/forge-reader.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'

const NewestSchema = z.object({ nodes: z.array(z.object({ updatedAt: z.string() })) })
const ChangeTokenSchema = z.object({
  pushedAt: z.string().nullable(),
  head: z.object({ target: z.object({ oid: z.string() }) }).nullable(),
  refs: z.object({ totalCount: z.int() }),
  issues: NewestSchema,
  pullRequests: NewestSchema,
})

const fields = `{
    pushedAt
    head: ref(qualifiedName: "refs/heads/${workflowBranch}") { target { oid } }
    refs(refPrefix: "refs/heads/countersign/", first: 1) { totalCount }
    issues(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { updatedAt } }
    pullRequests(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { updatedAt } }
  }`

/** Repositories of one installation in one query: its points go by the lists asked for, a point for some thirty of them. */
export async function readChangeTokens(
  client: InstallationClient,
  repositories: readonly RepositoryRef[],
): Promise<ReadonlyMap<string, ChangeToken>> {
  const [first] = repositories
  if (first === undefined) return new Map()
  const names = repositories.map((_one, at) => `$o${at}: String!, $n${at}: String!`).join(', ')
  const asked = repositories.map((_one, at) => `  r${at}: repository(owner: $o${at}, name: $n${at}) ${fields}`)
  const variables = Object.fromEntries(
    repositories.flatMap(({ owner, name }, at) => [
      [`o${at}`, owner],
      [`n${at}`, name],
    ]),
  )
  const { data, errors } = await call('read change tokens of the repositories', () =>
    client.graphql<Record<string, unknown>>(first, `query(${names}) {\n${asked.join('\n')}\n}`, variables),
  )
  if (data === null) throw graphqlFault(errors)
  return new Map(
    repositories.flatMap(({ key }, at) => {
      const found = data[`r${at}`]
      return found == null ? [] : [[key, toChangeToken(ChangeTokenSchema.parse(found))] as const]
    }),
  )
}

function toChangeToken({ pushedAt, head, refs, issues, pullRequests }: z.infer<typeof ChangeTokenSchema>): ChangeToken {
  const changes = [...issues.nodes, ...pullRequests.nodes].map(({ updatedAt }) => updatedAt)
  return {
    head: head?.target.oid ?? null,
    branches: refs.totalCount,
    pushedAt,
    changedAt: changes.toSorted().at(-1) ?? null,
  }
}
