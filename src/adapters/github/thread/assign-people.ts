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
  { number, subjectId, add, remove }: AssignPost,
): Promise<MutationField[]> {
  const people = [...add, ...remove]
  const known = subjectId ?? client.pullIds.find(repository, number)
  const isKnown = known !== undefined && people.every((login) => client.userIds.find(login) !== undefined)
  const assignable = isKnown ? known : await readIds(client, repository, number, people)
  if (assignable === null) return []
  const idsOf = (logins: readonly string[]) => logins.flatMap((login) => client.userIds.find(login) ?? [])
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

/** Asks for GraphQL's ids, in one query: that of the issue or pull request, null where it is gone, and those of people. */
async function readIds(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
  logins: readonly string[],
): Promise<string | null> {
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
  for (const [index, login] of logins.entries()) {
    const id = data?.[`u${index}`]?.id
    if (id !== undefined) client.userIds.keep(login, id)
  }
  return data?.['repository']?.issueOrPullRequest?.id ?? null
}
