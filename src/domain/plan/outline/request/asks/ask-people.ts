import { recordText } from '../../../../language/message.ts'
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
  const told = { lines: listLines(elsewhere, true), ticked: listLines(ticked) }
  return {
    kind: 'needs_input',
    lacks: [recordText(sayNothingElse(elsewhere.length === 1, ticked.length > 0), told)],
  }
}

function sayNothingElse(isOne: boolean, isTicked: boolean) {
  if (isTicked)
    return isOne
      ? '{lines} changes no file (a tag, a release, an announcement), so it is left to people, and nothing else is to be done. The other boxes are ticked ({ticked}). If something in the repository is to change, say it: `/answer It should …`.'
      : '{lines} change no file (a tag, a release, an announcement), so they are left to people, and nothing else is to be done. The other boxes are ticked ({ticked}). If something in the repository is to change, say it: `/answer It should …`.'
  return isOne
    ? '{lines} changes no file (a tag, a release, an announcement), so it is left to people, and nothing else is to be done. If something in the repository is to change, say it: `/answer It should …`.'
    : '{lines} change no file (a tag, a release, an announcement), so they are left to people, and nothing else is to be done. If something in the repository is to change, say it: `/answer It should …`.'
}

/** What comes of the other boxes nobody knows before. */
export function askUndecided(
  { line, text }: { line: number; text: string },
  { undecided, waiting }: FormReading,
): RequestRefusal {
  const others = undecided.slice(1).map((one) => one.line)
  const said = recordText('“{said}” (line {line})', { said: cutText(text, 160), line })
  const first =
    others.length === 0
      ? recordText('{said} is to be found out or decided first.', { said })
      : recordText(
          others.length === 1
            ? '{said} is to be found out or decided first, as is {lines}.'
            : '{said} is to be found out or decided first, as are {lines}.',
          { said, lines: listLines(others) },
        )
  return askOpenly(
    waiting.length === 0
      ? recordText('{first} What should be so when this is done?', { first })
      : recordText('{first} {lines} may hang on what comes of it. What should be so when this is done?', {
          first,
          lines: listLines(waiting, true),
        }),
  )
}
