import { recordText } from '../../language/message.ts'
import { type AssigneeFacts, findMisfit, listWriters } from '../../plan/assignee.ts'
import { type ExecutorsHere, listExecutors } from '../../configuration/executor-names.ts'
import type { Plan } from '../../plan/plan.ts'

const lead = 'Nobody here can do '

/** Whether a note of a plan is the one that keeps it from being approved. */
export function isMisfitNote(note: string): boolean {
  return note.startsWith(lead)
}

/** The first task that nobody here can do, of the notes of a plan. */
export function findMisfitTask(notes: readonly string[]): string | undefined {
  return notes.find(isMisfitNote)?.slice(lead.length).split(' ', 1)[0]
}

/** The plan with a note on tasks that whoever they name can't do; an earlier such note goes. */
export function noteExecutors(plan: Plan, here: ExecutorsHere, facts?: AssigneeFacts): Plan {
  const unfit = plan.tasks.flatMap((task) => {
    const why = findMisfit(task, task.executor, here, facts)
    return why === undefined ? [] : [{ id: task.id, words: recordText('{task_id} ({why})', { task_id: task.id, why }) }]
  })
  const notes = plan.notes.filter((note) => !isMisfitNote(note))
  const [first] = unfit
  if (first === undefined) return notes.length === plan.notes.length ? plan : { ...plan, notes }
  const shown = unfit.slice(0, 8).map(({ words }) => words)
  const [words = '', ...others] = shown.toReversed()
  // One by one from the last, so that each is found again where it is translated.
  const all = others.reduce((after, one) => recordText('{task_why}, {others}', { task_why: one, others: after }), words)
  const left = unfit.length - shown.length
  const told = {
    tasks: left > 0 ? recordText('{items} and {n} more', { items: all, n: left }) : all,
    task: first.id,
    executors_here: listExecutors(here),
  }
  const writers = listWriters(facts)
  const note =
    writers === ''
      ? recordText('Nobody here can do {tasks}. Say `/assign {task} …` before you approve: {executors_here}.', told)
      : recordText(
          'Nobody here can do {tasks}. Say `/assign {task} …` before you approve: {executors_here}; {writers}.',
          { ...told, writers },
        )
  return { ...plan, notes: [...notes, note] }
}
