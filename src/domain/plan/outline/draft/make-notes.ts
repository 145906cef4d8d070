import { assembleCriteria } from '../../assemble/assemble-criteria.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import type { Guidance } from '../read/guidance.ts'
import type { PlanSketch } from './plan-sketch.ts'

/** What a reader should know of tasks of which the issue says little. */
export function noteTasks(tasks: readonly TaskDraft[]): string[] {
  const notes: string[] = []
  const unsaid = tasks.filter((task) => task.estimate_from === 'assumed').map((task) => task.id)
  if (unsaid.length > 0)
    notes.push(
      `No estimate in the issue for ${listIds(unsaid)}: computed from what the plan says of ${unsaid.length === 1 ? 'it' : 'them'}.`,
    )
  const open = tasks.filter((task) => task.scope === '**').map((task) => task.id)
  if (open.length > 0)
    notes.push(`No path in the issue for ${listIds(open)}: any file may be touched that policy allows.`)
  return notes
}

/** The lines of guidance that were not followed; its lines are counted on from the issue's. */
export function noteGuidance(guidance: Guidance, sketch: PlanSketch): string[] {
  const most = 10
  const notes = guidance.unread.slice(0, most).map(({ text, line, why }) => {
    const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text
    const reason = why === '' ? 'can not be read as a change to the plan' : `is not followed: ${why}`
    return `Line ${line - sketch.lineCount} of the guidance ("${shown}") ${reason}.`
  })
  const more = guidance.unread.length - most
  return more > 0 ? [...notes, `And ${more} more lines of the guidance.`] : notes
}

/** Of tasks that were held to their own words alone: criteria that the guidance states take the place of those. */
export function noteReplacedWords({ edits }: Guidance, { tasks, strict }: PlanSketch): string[] {
  if (strict) return []
  const stated = edits.flatMap(({ change }) =>
    change.kind === 'amend' && (change.below?.criteria.length ?? 0) > 0 ? [change.id] : [],
  )
  return tasks.flatMap((task) => {
    if (!stated.includes(task.id) || assembleCriteria(task).length > 0) return []
    return [
      `${task.id} is held to what the guidance says of it: its own words, “${task.title}”, are no criterion beside that.`,
    ]
  })
}

export function listIds(ids: readonly string[]): string {
  return ids.length > 12 ? `${ids.slice(0, 12).join(', ')} and ${ids.length - 12} more` : ids.join(', ')
}
