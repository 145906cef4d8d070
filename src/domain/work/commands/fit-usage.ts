import { showHash } from '../../commands/command-usage.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import type { CommandPlace } from '../draft/work-event.ts'

/** What of an issue examples are taken from. */
export type Shown = Pick<WorkDraft, 'plan' | 'execution'>

/** Before `/approve T1`: the plan of work that is under way is approved. */
const approvesPlan = /^`?\/approve plan@[\da-f]{7}`? or /

function isUnderWay(execution: Shown['execution']): boolean {
  return Object.values(execution?.nodes ?? {}).some(({ state }) => state !== 'CANCELLED')
}

/** A usage with the plan, a task and a criterion that are there, in the place of the example's; `typed`: the task that was named. */
export function fitUsage(usage: string, { plan, execution }: Shown, place: CommandPlace, typed?: string): string {
  if (plan === null) return showHash(usage, null)
  const named = plan.tasks.find(({ id }) => id === typed)
  const of = place.kind === 'task_pull_request' ? place.task : undefined
  const open = plan.tasks.find(({ id }) => execution !== null && execution.nodes[id]?.state !== 'DONE')
  const task = named ?? plan.tasks.find(({ id }) => id === of) ?? open ?? plan.tasks[0]
  const judged = task?.acceptance_criteria.find(({ check_method: method }) => method === 'manual_review')
  const criterion = judged ?? task?.acceptance_criteria[0]
  return showHash(isUnderWay(execution) ? usage.replace(approvesPlan, '') : usage, plan.hash)
    .replaceAll(/\bT[12]\b/g, task?.id ?? 'T1')
    .replaceAll(/\bAC-\d+\b/g, criterion?.id ?? 'AC-1')
}
