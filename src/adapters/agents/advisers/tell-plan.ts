import type { DataBlock } from '../../../application/ports/models/language-model.ts'
import type { AdviceAsked } from '../../../application/ports/roles/plan-advice.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Task } from '../../../domain/plan/task.ts'

/** What is told of an issue and its plan to whoever advises on it, in blocks: all of it was written by others. */
export function tellPlan({ issue, guidance }: AdviceAsked, { description }: Plan, tasks: readonly Task[]): DataBlock[] {
  const { title, body } = issue.frozen
  return [
    { label: 'issue', text: `${title}\n\n${body}` },
    ...(guidance === null ? [] : [{ label: 'what people said in the thread since', text: guidance }]),
    { label: 'what the plan is for', text: description },
    { label: tasks.length === 1 ? 'task' : 'tasks', text: tasks.map(tellTask).join('\n\n') },
  ]
}

function tellTask(task: Task): string {
  const { id, title, action, description, scope, depends_on: before, estimated_person_days: days } = task
  const places = task.modification_points.map(
    ({ file, target, change }, index) => `${index + 1}. ${file}: ${target}: ${change}`,
  )
  const criteria = task.acceptance_criteria.map((one) => {
    const by = one.command ?? (one.target === undefined ? '' : `${one.target}${one.pattern ? `, ${one.pattern}` : ''}`)
    return `- ${one.id}, ${one.severity}, ${one.check_method}: ${one.statement}${by === '' ? '' : ` (by: ${by})`}`
  })
  const { output_dir: folder, filename, files } = task.deliverable_spec
  return [
    `${id}: ${title} (${action}, ${days} person-days${before.length === 0 ? '' : `, after ${before.join(', ')}`})`,
    description,
    `Scope: ${scope}`,
    `Delivers: ${files?.join(', ') ?? `${folder}${filename}`}`,
    ...(places.length === 0 ? [] : ['Places to change:', ...places]),
    'Criteria:',
    ...criteria,
    ...(task.test.commands.length === 0 ? [] : [`Tests: ${task.test.commands.join('; ')}`]),
    ...(task.feasibility_note === null ? [] : [`Estimate: ${task.feasibility_note}`]),
  ].join('\n')
}
