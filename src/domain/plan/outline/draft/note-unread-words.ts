import { recordText } from '../../../language/message.ts'
import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { unreadOrderEndings, unreadOrderWords, unreadUnits } from '../words/outline-words.ts'
import type { TaskOutline } from '../read/task-outline.ts'

const id = String.raw`T[1-9][\d.]{0,20}`
const order = new RegExp(
  String.raw`(?<![\p{L}\d])${anyOf(unreadOrderWords)}\s{1,3}${id}|${id}\s{0,3}${anyOf(unreadOrderEndings)}`,
  'iu',
)
const estimate = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[.,])\d{1,5}(?:[.,]\d{1,3})?\s{0,3}${anyOf(unreadUnits)}(?!\p{L})|(?<![\p{L}\d]|\d[.,])\d{1,5},\d{1,3}\s{0,3}(?:d|h|min|days?|hours?)(?!\p{L})`,
  'iu',
)
const most = 10

/** A note for each task that seems to say an order or an estimate in words that are not read. */
export function noteUnreadWords(tasks: readonly TaskOutline[]): string[] {
  const notes = tasks.flatMap((task) => {
    const texts = [task.title, ...task.description, ...task.steps].slice(0, 100).map((text) => text.slice(0, 1000))
    const orders = find(order, texts)
    const estimates = task.personDays === undefined ? find(estimate, texts) : undefined
    return [
      ...(orders === undefined
        ? []
        : [
            recordText('{task} says "{said}"; orders are read in English and Chinese only: write `after T1`.', {
              task: task.id,
              said: orders,
            }),
          ]),
      ...(estimates === undefined
        ? []
        : [
            recordText('{task} says "{said}"; estimates are read in English and Chinese only: write `0.5 d` or `2h`.', {
              task: task.id,
              said: estimates,
            }),
          ]),
    ]
  })
  return notes.length > most
    ? [...notes.slice(0, most), recordText('And {n} more like these.', { n: notes.length - most })]
    : notes
}

function find(pattern: RegExp, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const match = pattern.exec(foldMarks(text).replaceAll(/`[^`\n]*`/g, ' '))
    if (match !== null) return match[0].trim()
  }
  return undefined
}
