import { ourLabels, stateLabels } from '../../../domain/work/show/state-label.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Posted, ThreadPost } from '../../../application/ports/forge/thread.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { createLabel, forgetLabelIds, readLabelIds } from './label-ids.ts'
import { type FieldAnswer, type MutationField, mutateTogether } from '../client/mutate-together.ts'

type LabelPost = Extract<ThreadPost, { kind: 'label' }>

const standing = '{ labelable { labels(first: 100) { nodes { name } } } }'

/**
 * The wanted label on and each other state label off, whether it is there or not, so that people's labels are never
 * touched. A field for each: a label that was deleted meanwhile fails its own field only.
 */
export async function labelFields(
  client: InstallationClient,
  repository: RepositoryRef,
  { subjectId, label }: LabelPost,
): Promise<MutationField[]> {
  const ids = await readLabelIds(client, repository)
  const wanted = label?.toLowerCase()
  const fields: MutationField[] = []
  if (label !== null && wanted !== undefined) {
    const id = ids.get(wanted) ?? (await createLabel(client, repository, label, lookOf(label)))
    ids.set(wanted, id)
    fields.push({
      type: 'AddLabelsToLabelableInput',
      field: `addLabelsToLabelable(input: $%) ${standing}`,
      input: { labelableId: subjectId, labelIds: [id] },
    })
  }
  for (const name of ourLabels) {
    const id = ids.get(name)
    if (id === undefined || name === wanted) continue
    fields.push({
      type: 'RemoveLabelsFromLabelableInput',
      field: `removeLabelsFromLabelable(input: $%) ${standing}`,
      input: { labelableId: subjectId, labelIds: [id] },
    })
  }
  return fields
}

/**
 * Whether the issue carries what was wanted. Where it doesn't, a label was deleted, renamed or made anew since the ids
 * were read: they are read again and the change is made once more.
 */
export async function settleLabel(
  client: InstallationClient,
  repository: RepositoryRef,
  post: LabelPost,
  answers: readonly FieldAnswer[],
): Promise<Posted> {
  const first = outcomeOf(post, answers)
  if (first.ok || !isStaleId(answers)) return first
  forgetLabelIds(client, repository)
  const [again = []] = await mutateTogether(
    client,
    repository,
    [await labelFields(client, repository, post)],
    'change the label',
  )
  return outcomeOf(post, again)
}

function outcomeOf(post: LabelPost, answers: readonly FieldAnswer[]): Posted {
  const { op, label } = post
  const names = findLabelNames(answers)?.filter((name) => ourLabels.includes(name) || name === label?.toLowerCase())
  const wanted = label === null ? '' : label.toLowerCase()
  // Without any field there is none of our labels in the repository, nor was one wanted.
  if (answers.length === 0 || names?.join() === wanted) return { op, ok: true, id: null, nodeId: null }
  const failed = answers.find((answer) => answer.kind === 'failed')
  const why = failed?.why ?? `the issue carries ${names?.join(', ') || 'none of our labels'}`
  return { op, ok: false, why, isOutage: failed?.isOutage ?? false }
}

function isStaleId(answers: readonly FieldAnswer[]): boolean {
  return answers.some((answer) => answer.kind === 'done' || answer.type === 'NOT_FOUND')
}

/** Names in lower case as the last field that worked left them: GitHub tells labels apart without regard to case. */
function findLabelNames(answers: readonly FieldAnswer[]): string[] | undefined {
  const last = answers.findLast((answer) => answer.kind === 'done')
  if (last?.kind !== 'done') return undefined
  const { labelable } = last.data as { labelable?: { labels?: { nodes?: { name: string }[] } } | null }
  return labelable?.labels?.nodes?.map(({ name }) => name.toLowerCase())
}

function lookOf(label: string): { color?: string; description?: string } {
  return Object.entries(stateLabels).find(([name]) => name === label)?.[1] ?? {}
}
