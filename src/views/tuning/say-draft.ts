import type { PlanDraft, TaskDraft } from '../../domain/plan/plan-draft.ts'
import { translate } from '../language/translate.ts'

/**
 * A plan that rules wrote, in the language of its issue: what people approve, and find in titles and commits from then on,
 * is no record that is shown, but what they would have written themselves (decision 143).
 */
export function sayDraft(draft: PlanDraft): PlanDraft {
  const { description, tasks } = draft
  return {
    ...draft,
    ...(description === undefined ? {} : { description: translate(description) }),
    tasks: tasks.map(sayTask),
  }
}

function sayTask(task: TaskDraft): TaskDraft {
  const { title, description, implementation, modification_points: points, acceptance_criteria: criteria } = task
  return {
    ...task,
    title: translate(title),
    ...(description === undefined ? {} : { description: description.split('\n').map(translate).join('\n') }),
    ...(implementation === undefined ? {} : { implementation: implementation.map(translate) }),
    ...(points === undefined ? {} : { modification_points: points.map(sayPoint) }),
    ...(criteria === undefined
      ? {}
      : { acceptance_criteria: criteria.map((one) => ({ ...one, statement: translate(one.statement) })) }),
  }
}

function sayPoint<P extends { target?: string | undefined; change?: string | undefined }>(point: P): P {
  const { target = '', change = '' } = point
  return { ...point, target: target.split(', ').map(translate).join(', '), change: translate(change) }
}
