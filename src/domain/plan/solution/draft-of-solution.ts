import { recordText } from '../../language/message.ts'
import { assumedPersonDays } from '../assemble/assemble-task.ts'
import type { PlanFacts } from '../assemble/assemble-plan.ts'
import type { PlanDraft, TaskDraft } from '../plan-draft.ts'
import type { Solution } from './solution-schema.ts'

/**
 * A solution as a draft, with a note for each part of spec 003 §3.1 that it leaves out and that is filled in: deliverables
 * from the places to change, else the scope; checks of criteria from their words; half a day where there is no estimate;
 * executor and reviewer from `facts`; risk, impact and complexity from the size of the plan.
 */
export function draftOfSolution(solution: Solution, facts: PlanFacts): PlanDraft {
  const { id: _id, issue_id: _issue, created_at: _created, score: _score, is_bound: _bound, ...parts } = solution
  return {
    ...parts,
    tasks: parts.tasks.map((task) => ({ ...task, ...completeEstimate(task) })),
    notes: [...(parts.notes ?? []), ...listDefaults(solution, facts)],
  }
}

const levels = ['risk', 'impact', 'complexity'] as const

function completeEstimate(task: TaskDraft): Pick<TaskDraft, 'estimated_person_days' | 'estimate_from'> {
  if (task.estimated_minutes !== undefined || task.estimated_person_days !== undefined) return {}
  return { estimated_person_days: assumedPersonDays, estimate_from: 'assumed' }
}

function listDefaults({ tasks, checks, analysis }: Solution, { defaultExecutor, reviewer }: PlanFacts): string[] {
  const without = (is: (task: TaskDraft) => boolean): string => nameTasks(tasks.filter((task) => is(task)))
  const undelivered = without((task) => task.deliverable_spec === undefined)
  const unread = without((task) => task.acceptance_criteria === undefined)
  const unestimated = without((task) => completeEstimate(task).estimate_from === 'assumed')
  const nobodys = without((task) => task.executor === undefined && (task.work ?? []).length === 0)
  return [
    undelivered === ''
      ? ''
      : recordText('What is delivered is taken from the places to change, else the scope: {tasks}.', {
          tasks: undelivered,
        }),
    unread === '' ? '' : recordText('How criteria are checked is read from their words: {tasks}.', { tasks: unread }),
    unestimated === ''
      ? ''
      : recordText('Without an estimate, {n} person-days are assumed: {tasks}.', {
          n: assumedPersonDays,
          tasks: unestimated,
        }),
    nobodys === ''
      ? ''
      : recordText('Names nobody, so it goes to {who}: {tasks}.', { who: defaultExecutor, tasks: nobodys }),
    levels.every((level) => analysis?.[level] !== undefined)
      ? ''
      : recordText("The plan's size stands in where risk, impact or complexity are not given."),
    checks === undefined
      ? recordText('The solution names no CHECKs: each task has one, done by {who}.', { who: reviewer })
      : '',
  ].filter((note) => note !== '')
}

/** `T1, T2`, and how many more where there are many. */
function nameTasks(tasks: readonly TaskDraft[]): string {
  const shown = tasks.slice(0, 8).map((task) => task.id)
  return tasks.length > shown.length
    ? recordText('{items} and {n} more', { items: shown.join(', '), n: tasks.length - shown.length })
    : shown.join(', ')
}
