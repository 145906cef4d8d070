import { recordText } from '../../../../language/message.ts'
import { isChoice, isPromise } from '../../form/housekeeping.ts'
import type { FormReading } from '../../form/read-form.ts'
import { listLines } from '../../words/lists/list-lines.ts'

const open = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[ \][ \t]+/

/** A box is open anywhere in the text. */
export function hasOpenBox(body: string): boolean {
  return body.split('\n').some((line) => open.test(line))
}

/** What to ask of open boxes that were taken for no work, and may be some; undefined where there is none. */
export function askOpenBoxes(body: string, { boxes, postponed }: FormReading): string | undefined {
  const lines = body.split('\n')
  const left = [...boxes, ...postponed].filter((line) => mayBeWork((lines[line - 1] ?? '').replace(open, '').trim()))
  if (left.length === 0) return undefined
  const named = listLines(
    left.toSorted((a, b) => a - b),
    true,
  )
  return recordText(
    left.length === 1
      ? '{lines} is an open box. If it is to be done here, put it below a heading `### Tasks` and comment `/answer`.'
      : '{lines} are open boxes. If they are to be done here, put them below a heading `### Tasks` and comment `/answer`.',
    { lines: named },
  )
}

function mayBeWork(text: string): boolean {
  return !isPromise(text) && !isChoice(text) && !/[?？]$/.test(text)
}
