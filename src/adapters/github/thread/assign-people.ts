import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Posted, ThreadPost } from '../../../application/ports/forge/thread.ts'
import { call } from '../client/github-fault.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'
import type { FieldAnswer, MutationField } from '../client/mutate-together.ts'

type AssignPost = Extract<ThreadPost, { kind: 'assign' }>

/**
 * Who is to be assigned, and who no more: a field each, together with what else is posted. Both do nothing where it is so
 * already, and GitHub leaves out in silence whom it doesn't let be assigned.
 */
export async function assignFields(
  client: InstallationClient,
  repository: RepositoryRef,
  { number, add, remove }: AssignPost,
): Promise<MutationField[]> {
  const { assignable, ids } = await readIds(client, repository, number, [...add, ...remove])
  if (assignable === null) return []
  const idsOf = (logins: readonly string[]) => logins.flatMap((login) => ids.get(login) ?? [])
  const inputOf = (logins: readonly string[]) => ({ assignableId: assignable, assigneeIds: idsOf(logins) })
  const fields: MutationField[] = [
    {
      type: 'RemoveAssigneesFromAssignableInput',
      field: 'removeAssigneesFromAssignable(input: $%) { clientMutationId }',
      input: inputOf(remove),
    },
    {
      type: 'AddAssigneesToAssignableInput',
      field: 'addAssigneesToAssignable(input: $%) { clientMutationId }',
      input: inputOf(add),
    },
  ]
  return fields.filter(({ input }) => isFilled(input))
}

function isFilled({ assigneeIds }: Record<string, unknown>): boolean {
  return Array.isArray(assigneeIds) && assigneeIds.length > 0
}

/** Whom GitHub doesn't let be assigned is asked all the same: only an outage is tried again. */
export function settleAssign({ op }: AssignPost, answers: readonly FieldAnswer[]): Posted {
  const failed = answers.find((answer) => answer.kind === 'failed' && answer.isOutage)
  if (failed?.kind === 'failed') return { op, ok: false, why: failed.why, isOutage: true }
  return { op, ok: true, id: null, nodeId: null }
}

/** GraphQL's ids, in one query; null and none for what is gone. */
async function readIds(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
  logins: readonly string[],
): Promise<{ assignable: string | null; ids: Map<string, string> }> {
  const parameters = logins.map((_, index) => `, $u${index}: String!`).join('')
  const users = logins.map((_, index) => `u${index}: user(login: $u${index}) { id }`).join('\n')
  const document = `query($owner: String!, $name: String!, $number: Int!${parameters}) {
    repository(owner: $owner, name: $name) {
      issueOrPullRequest(number: $number) { ... on Issue { id } ... on PullRequest { id } }
    }
    ${users}
  }`
  const { owner, name } = repository
  const named = Object.fromEntries(logins.map((login, index) => [`u${index}`, login]))
  const { data, errors } = await call('look up who is to be assigned', () =>
    client.graphql<Record<string, { id?: string; issueOrPullRequest?: { id: string } | null } | null>>(
      repository,
      document,
      { owner, name, number, ...named },
    ),
  )
  const others = errors.filter((error) => error.type !== 'NOT_FOUND')
  if (others.length > 0) throw graphqlFault(others)
  const found = logins.map((login, index) => [login, data?.[`u${index}`]?.id] as const)
  return {
    assignable: data?.['repository']?.issueOrPullRequest?.id ?? null,
    ids: new Map(found.flatMap(([login, id]) => (id === undefined ? [] : [[login, id] as const]))),
  }
}
