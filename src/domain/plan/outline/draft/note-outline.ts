import { recordText } from '../../../language/message.ts'
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
      ? recordText('Line {line} is ticked already, so it is not planned.', { line: ticked[0] ?? 0 })
      : recordText('{lines} are ticked already, so they are not planned.', { lines: nameLines(ticked) }),
  ]
}

function noteForm({ boxes, references, postponed, elsewhere, undecided, denied }: FormReading): string[] {
  const notes: string[] = []
  if (postponed.length > 0) {
    notes.push(
      recordText(
        postponed.length === 1
          ? '{lines} says that it is out of scope or blocked, so it is not planned.'
          : '{lines} say that they are out of scope or blocked, so they are not planned.',
        { lines: nameLines(postponed) },
      ),
    )
  }
  if (elsewhere.length > 0) {
    notes.push(
      recordText(
        elsewhere.length === 1
          ? '{lines} changes no file (a tag, a release, a look at CI), so it is left to people and not planned.'
          : '{lines} change no file (a tag, a release, a look at CI), so they are left to people and not planned.',
        { lines: nameLines(elsewhere) },
      ),
    )
  }
  if (undecided.length > 0) {
    notes.push(
      recordText(
        undecided.length === 1
          ? '{lines} is to be found out or decided first, so it is left to people and not planned. Who wants it written down names the file: `T9: … in docs/x.md`.'
          : '{lines} are to be found out or decided first, so they are left to people and not planned. Who wants it written down names the file: `T9: … in docs/x.md`.',
        { lines: nameLines(undecided.map(({ line }) => line)) },
      ),
    )
  }
  if (denied.length > 0) {
    notes.push(
      recordText(
        denied.length === 1
          ? "{lines} is about files that no task may write (git's own, GitHub's, those of agents), so it is left to people and not planned."
          : "{lines} are about files that no task may write (git's own, GitHub's, those of agents), so they are left to people and not planned.",
        { lines: nameLines(denied) },
      ),
    )
  }
  if (boxes.length > 0) {
    notes.push(
      recordText(
        boxes.length === 1
          ? '{lines} is a box to promise, choose or ask something by, so it is not planned. A box that begins with `T2:` is a task.'
          : '{lines} are boxes to promise, choose or ask something by, so they are not planned. A box that begins with `T2:` is a task.',
        { lines: nameLines(boxes) },
      ),
    )
  }
  if (references.length > 0) {
    notes.push(
      recordText(
        references.length === 1
          ? '{lines} only names another issue or page, so it is not planned here.'
          : '{lines} only name another issue or page, so they are not planned here.',
        { lines: nameLines(references) },
      ),
    )
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
  const told = { line: one.line, said: shown }
  return [
    below.length === 1
      ? recordText('Line {line} ("{said}") belongs to no task, so it is not planned.', told)
      : recordText('Line {line} ("{said}") belongs to no task, so it is not planned, and {n} more below it.', {
          ...told,
          n: below.length - 1,
        }),
  ]
}

/** The plan has them all among its places to change. */
const mostShown = 4

function noteSuggested({ id, suggested, isPartlyPointed }: TaskOutline): string[] {
  if (suggested.length === 0 || isPartlyPointed === true) return []
  const shown = suggested.slice(0, mostShown).map(({ path }) => `\`${path}\``)
  const paths = [
    ...shown,
    ...(suggested.length > mostShown ? [recordText('{n} more', { n: suggested.length - mostShown })] : []),
  ].join(', ')
  const lines = [...new Set(suggested.map(({ line }) => line))]
  return [
    recordText(
      lines.length === 1
        ? '{lines} of the issue points at {paths}: {task} may touch that, and tests. For other files comment `/replan {task}: Scope: …`.'
        : '{lines} of the issue point at {paths}: {task} may touch that, and tests. For other files comment `/replan {task}: Scope: …`.',
      { lines: nameLines(lines), paths, task: id },
    ),
  ]
}

function nameLines(lines: readonly number[]): string {
  return listLines(lines, true)
}
