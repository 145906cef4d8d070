import type { StatedItem } from '../../read/task-outline.ts'
import type { Passage } from '../gather-passages.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { givesOrder, saysExpectation } from '../judge-sentence.ts'

const mostOfList = 0.75

/** Of these one may be chosen: `Some options:`. */
const ofChoice =
  /\b(?:options?|ideas?|possibilit(?:y|ies)|alternatives?|approach(?:es)?|either|suggestions?|one of)\b[^.]{0,40}[:：]$/i

/** `- replace x by y`, where every item says what to do: of an issue that reports nothing they are no steps of its author. */
export function readOrders(passages: readonly Passage[]): StatedItem[] {
  const items = passages.filter(({ part, isItem }) => isItem && part === 'other')
  if (items.length < 2 || !items.every(({ isPlain }) => isPlain)) return []
  const lead = passages[passages.findIndex(({ isItem }) => isItem) - 1]
  if (lead !== undefined && ofChoice.test(lead.text)) return []
  // A text that is one list says with all of it what is asked for, where one of them says so.
  const isAll = items.length === passages.length && items.some(({ text }) => saysExpectation(text))
  const orders = isAll || items.every(({ text }) => givesOrder(text)) ? items : findOrdering(passages)
  return orders.filter(({ text }) => countTelling(text) > 0).map(({ text, line }) => ({ text, line }))
}

/** Beside others, as of reasons, the one list of which nearly all items say what to do. */
function findOrdering(passages: readonly Passage[]): Passage[] {
  const lists: Passage[][] = []
  for (const [index, one] of passages.entries()) {
    if (!one.isItem || one.part !== 'other') continue
    const above = passages[index - 1]
    const last = lists.at(-1)
    if (above?.isItem === true && last !== undefined) last.push(one)
    else lists.push([one])
  }
  const [only, second] = lists.filter(
    (list) => list.length > 2 && list.filter(({ text }) => givesOrder(text)).length >= list.length * mostOfList,
  )
  return second === undefined && lists.length > 1 ? (only ?? []) : []
}
