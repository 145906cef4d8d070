import { isKnownExecutor, listExecutors } from '../executor-names.ts'
import type { Plan } from '../plan.ts'

const lead = 'Nobody here can do '

/** The plan with a note on tasks whose executor isn't on this server; an earlier such note goes. */
export function noteExecutors(plan: Plan, known: readonly string[]): Plan {
  const unknown = plan.tasks.filter((task) => !isKnownExecutor(task.executor, known))
  const notes = plan.notes.filter((note) => !note.startsWith(lead))
  const [first] = unknown
  if (first === undefined) return notes.length === plan.notes.length ? plan : { ...plan, notes }
  const shown = unknown.slice(0, 8).map(({ id, executor }) => `${id} (\`${executor}\`)`)
  const more = unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : ''
  const note = `${lead}${shown.join(', ')}${more}: \`/assign ${first.id} …\` before you approve; ${listExecutors(known)}.`
  return { ...plan, notes: [...notes, note] }
}
