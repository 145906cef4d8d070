import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from './github-fault.ts'
import { type GraphQlError, isLasting } from './graphql-error.ts'
import type { InstallationClient } from './installation-client.ts'

/** One mutation; `$%` in the field stands for its input. */
export interface MutationField {
  type: string
  field: string
  input: Record<string, unknown>
  /** What is put into the input when it is sent, which may be long after it was asked for. */
  atSending?: () => Record<string, unknown>
}

export type FieldAnswer =
  | { kind: 'done'; data: Record<string, unknown> }
  | { kind: 'failed'; type: string | null; why: string; isOutage: boolean }

/**
 * One GraphQL request for all, none where there is nothing: mutations run in order, and when one fails the rest still
 * runs. Answers stand where their fields stood.
 */
export async function mutateTogether(
  client: InstallationClient,
  repository: RepositoryRef,
  groups: readonly (readonly MutationField[])[],
  what: string,
): Promise<FieldAnswer[][]> {
  const fields = groups.flat()
  if (fields.length === 0) return groups.map(() => [])
  const parameters = fields.map(({ type }, index) => `$i${index}: ${type}!`).join(', ')
  const selections = fields.map(({ field }, index) => `m${index}: ${field.replace('$%', `$i${index}`)}`).join('\n')
  const variables = Object.fromEntries(fields.map(({ input }, index) => [`i${index}`, input]))
  const beforeSend = (sent: Record<string, unknown>) => {
    for (const [index, { input, atSending }] of fields.entries())
      if (atSending !== undefined) sent[`i${index}`] = { ...input, ...atSending() }
  }
  const { data, errors } = await call(what, () =>
    client.graphql<Record<string, Record<string, unknown> | null>>(
      repository,
      `mutation(${parameters}) { ${selections} }`,
      variables,
      beforeSend,
    ),
  )
  const answers = fields.map((_, index) => answerOf(data?.[`m${index}`], `m${index}`, errors))
  return groups.map((group) => answers.splice(0, group.length))
}

function answerOf(
  data: Record<string, unknown> | null | undefined,
  name: string,
  errors: readonly GraphQlError[],
): FieldAnswer {
  if (data != null) return { kind: 'done', data }
  const error = errors.find((one) => one.path?.[0] === name) ?? errors[0]
  if (error === undefined) return { kind: 'failed', type: null, why: 'no answer', isOutage: true }
  return { kind: 'failed', type: error.type ?? null, why: error.message, isOutage: !isLasting(error) }
}
