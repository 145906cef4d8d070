import type { DataBlock } from '../../../application/ports/models/language-model.ts'
import type { ReviewAnswer, ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'

/** What a reviewer is told of a version, in blocks: all of it was written by others. */
export function tellVersion(
  { task, artifact, criteria }: Pick<ReviewRequest, 'task' | 'artifact' | 'criteria'>,
  { asked, machines, diff }: { asked: readonly AcceptanceCriterion[]; machines: ReviewAnswer; diff: string },
): DataBlock[] {
  const { output_dir: folder, filename, description } = task.deliverable_spec
  const found = new Map(machines.results.map((one) => [one.id, one]))
  const judged = criteria.flatMap(({ id, statement, command }) => {
    const { result, evidence } = found.get(id) ?? {}
    const by = command === undefined ? '' : ` (by: ${command})`
    return result === undefined ? [] : [`- ${id}: ${result}: ${statement}${by}\n  evidence: ${evidence}`]
  })
  const files = artifact.files.map(({ path, status, previous_path: from }) => {
    return `- ${path}: ${status}${from === null ? '' : ` from ${from}`}`
  })
  const told = [
    ['task', `${task.id}: ${task.title}\n\n${task.description}\n\nDelivers: ${folder}${filename}\n${description}`],
    ['criteria that you judge', asked.map(({ id, severity, statement }) => `- ${id}, ${severity}: ${statement}`)],
    ['criteria that machines judged', judged],
    ['files of the version', files],
    ['diff of the version', diff],
  ] as const
  return told.flatMap(([label, text]) => {
    const whole = typeof text === 'string' ? text : text.join('\n')
    return whole.trim() === '' ? [] : [{ label, text: whole }]
  })
}
