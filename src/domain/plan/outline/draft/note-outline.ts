import type { FormReading } from '../form/read-form.ts'
import { listLines } from '../words/lists/list-lines.ts'
import type { IssueOutline, TaskOutline } from '../read/task-outline.ts'

/** What of an issue is not planned, and where what is planned was taken from; each told once. */
export function noteOutline(outline: IssueOutline, form: FormReading, tasks: readonly TaskOutline[]): string[] {
  if (tasks.length === 0) return []
  return [
    ...noteTicked(outline),
    ...noteForm(form),
    ...noteUnplaced(outline),
    ...tasks.flatMap((task) => noteSuggested(task)),
  ]
}

function noteTicked({ ticked }: IssueOutline): string[] {
  if (ticked.length === 0) return []
  return [
    ticked.length === 1
      ? `Line ${ticked[0]} is ticked already, so it is not planned.`
      : `L${listLines(ticked).slice(1)} are ticked already, so they are not planned.`,
  ]
}

function noteForm({ boxes, references, postponed, elsewhere, undecided, denied }: FormReading): string[] {
  const notes: string[] = []
  if (postponed.length > 0) {
    const [says, it] = postponed.length === 1 ? ['says', 'it is'] : ['say', 'they are']
    notes.push(`L${listLines(postponed).slice(1)} ${says} that ${it} out of scope or blocked, so ${it} not planned.`)
  }
  if (elsewhere.length > 0) {
    const [changes, it] = elsewhere.length === 1 ? ['changes', 'it is'] : ['change', 'they are']
    notes.push(
      `L${listLines(elsewhere).slice(1)} ${changes} no file (a tag, a release, a look at CI), so ${it} left to people and not planned.`,
    )
  }
  if (undecided.length > 0) {
    const [is, it] = undecided.length === 1 ? ['is', 'it is'] : ['are', 'they are']
    notes.push(
      `L${listLines(undecided.map(({ line }) => line)).slice(1)} ${is} to be found out or decided first, so ${it} left to people and not planned. Who wants it written down names the file: \`T9: … in docs/x.md\`.`,
    )
  }
  if (denied.length > 0) {
    const [is, it] = denied.length === 1 ? ['is', 'it is'] : ['are', 'they are']
    notes.push(
      `L${listLines(denied).slice(1)} ${is} about files that no task may write (git's own, GitHub's, those of agents), so ${it} left to people and not planned.`,
    )
  }
  if (boxes.length > 0) {
    const [are, them] = boxes.length === 1 ? ['is a box', 'it is'] : ['are boxes', 'they are']
    notes.push(
      `L${listLines(boxes).slice(1)} ${are} to promise, choose or ask something by, so ${them} not planned. A box that begins with \`T2:\` is a task.`,
    )
  }
  if (references.length > 0) {
    const [name, them] = references.length === 1 ? ['names', 'it is'] : ['name', 'they are']
    notes.push(`L${listLines(references).slice(1)} only ${name} another issue or page, so ${them} not planned here.`)
  }
  return notes
}

/** What stands below the first task and belongs to none: its author may take it for planned. */
function noteUnplaced({ tasks, unread }: IssueOutline): string[] {
  const first = Math.min(...tasks.map((task) => task.line))
  const below = unread.filter(({ line }) => line > first)
  const [one] = below
  if (one === undefined) return []
  const shown = one.text.length > 80 ? `${one.text.slice(0, 79)}…` : one.text
  const more = below.length === 1 ? '' : `, and ${below.length - 1} more below it`
  return [`Line ${one.line} ("${shown}") belongs to no task, so it is not planned${more}.`]
}

/** The plan has them all among its places to change. */
const mostShown = 4

function noteSuggested({ id, suggested, isPartlyPointed }: TaskOutline): string[] {
  if (suggested.length === 0 || isPartlyPointed === true) return []
  const shown = suggested.slice(0, mostShown).map(({ path }) => `\`${path}\``)
  const paths = [...shown, ...(suggested.length > mostShown ? [`${suggested.length - mostShown} more`] : [])].join(', ')
  const lines = [...new Set(suggested.map(({ line }) => line))]
  return [
    `L${listLines(lines).slice(1)} of the issue ${lines.length === 1 ? 'points' : 'point'} at ${paths}: ${id} may touch that, and tests. For other files comment \`/replan ${id}: Scope: …\`.`,
  ]
}
