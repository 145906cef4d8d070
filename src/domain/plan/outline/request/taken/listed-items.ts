import type { FormReading } from '../../form/read-form.ts'
import type { OutlineNode } from '../../read/parse-outline.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import { givesOrder, saysExpectation, saysTrouble } from '../judge-sentence.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { isOrder } from '../tells-state.ts'

const ofExamples =
  /^[*_]{0,2}(?:affected|tested|seen|found|examples?|e\.?g|similar|known|environment)\b.{0,60}[:：][*_]{0,2}$|^what (?:did|does|has)(?:n['’]?t| not) (?:help|work)|\b(?:tried|attempted)\b.{0,40}[:：]$/i

/** What stands above a list. */
function leadAbove(line: number, placed: FormReading['placed']): string {
  return leadOf(placed.findLast(({ node }) => node.kind !== 'item' && node.line < line)?.node)
}

function leadOf(node: OutlineNode | undefined): string {
  return node === undefined || node.kind === 'fence' ? '' : node.text
}

/** Items that somebody may have meant as work. */
export function listedItems({ placed }: FormReading): StatedItem[] {
  const items: StatedItem[] = []
  // Asked once for a list: a text may have thousands of items below a line of its own length.
  let showsWhere = false
  for (const { node, part } of placed) {
    if (node.kind !== 'item') {
      // `Affected commands:`: what stands below it shows where it is wrong.
      showsWhere = ofExamples.test(leadOf(node))
      continue
    }
    if (showsWhere || (part !== 'other' && part !== 'wanted' && part !== 'report') || /[?？]$/.test(node.text)) continue
    if (countTelling(node.text) === 0 || !/\p{L}{4}/u.test(node.text.replaceAll(/`[^`\n]*`/g, ' '))) continue
    items.push({ text: node.text, line: node.line })
  }
  return items
}

/** At least half of the items say what to do: others may be reasons for what the title orders. */
export function areOrders(items: readonly StatedItem[]): boolean {
  return items.filter(({ text }) => givesOrder(text) || isOrder(text)).length * 2 >= items.length
}

/** Its list is announced as what is to be had: `The following fields are to be added:`. */
const announces =
  /\bto be (?:added|included|shown|supported|implemented|done|changed|fixed|removed)\b|\b(?:want|need|would like|require[ds]?|missing)\b/i
/** Of these one may be chosen, or they are done: `Some options:`. */
const ofChoice =
  /\b(?:options?|ideas?|possibilit(?:y|ies)|alternatives?|approach(?:es)?|either|suggestions?|one of|solutions?)\b[^.]{0,60}[:：]?$/i
const isDone = /^(?:added|fixed|removed|updated|changed|implemented|created)\b/i
/** `Icon name: Telescope`: what a form asked for. */
const isFact = /^[^:：]{1,40}[:：] ?\S/
const most = 8

/** The points of a wish: items that say what to do, or that are announced as what is to be had. */
export function findPoints(form: FormReading): StatedItem[] {
  const plain = new Set(
    form.placed.flatMap(({ node, part }) =>
      part !== 'report' && node.kind === 'item' && node.checked === null ? [node.line] : [],
    ),
  )
  const items = listedItems(form).filter(({ line }) => plain.has(line))
  const [first] = items
  if (first === undefined || items.length < 2 || items.length > most) return []
  const lead = leadAbove(first.line, form.placed)
  const isNone = ofChoice.test(lead) || saysTrouble(lead) || items.every(({ text }) => isFact.test(text))
  if (isNone || items.some(({ text }) => isDone.test(text) || saysTrouble(text))) return []
  const isWished = announces.test(lead) || saysExpectation(lead) || givesOrder(lead)
  return isWished || areOrders(items) || items.some(({ text }) => saysExpectation(text)) ? items : []
}
