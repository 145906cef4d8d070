import { cutText } from '../../../../text/cut-text.ts'
import type { FormReading } from '../../form/read-form.ts'
import type { IssueOutline } from '../../read/task-outline.ts'
import { listLines } from '../../words/lists/list-lines.ts'
import type { IssueRequest } from '../read-request.ts'
import { askOpenly, type RequestRefusal } from './ask-openly.ts'

/** What is left is for people alone, and nothing says what else should be so. */
export function askNothingButPeople(
  { elsewhere, boxes, postponed, denied, references }: FormReading,
  { ticked, acceptance }: IssueOutline,
  { stated, derived }: IssueRequest,
): RequestRefusal | undefined {
  const isMore = [boxes, postponed, denied, references, acceptance, stated, derived].some((one) => one.length > 0)
  if (elsewhere.length === 0 || isMore) return undefined
  const [changes, is] = elsewhere.length === 1 ? ['changes', 'it is'] : ['change', 'they are']
  const done = ticked.length === 0 ? '' : ` The other boxes are ticked (${listLines(ticked)}).`
  return {
    kind: 'needs_input',
    lacks: [
      `${capitalise(listLines(elsewhere))} ${changes} no file (a tag, a release, an announcement), so ${is} left to people, and nothing else is to be done.${done} If something in the repository is to change, say it: \`/answer It should …\`.`,
    ],
  }
}

/** What comes of the other boxes nobody knows before. */
export function askUndecided(
  { line, text }: { line: number; text: string },
  { undecided, waiting }: FormReading,
): RequestRefusal {
  const others = undecided.slice(1).map((one) => one.line)
  const also = others.length === 0 ? '' : `, as ${others.length === 1 ? 'is' : 'are'} ${listLines(others)}`
  const hang = waiting.length === 0 ? '' : ` ${capitalise(listLines(waiting))} may hang on what comes of it.`
  return askOpenly(
    `“${cutText(text, 160)}” (line ${line}) is to be found out or decided first${also}.${hang} What should be so when this is done?`,
  )
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
