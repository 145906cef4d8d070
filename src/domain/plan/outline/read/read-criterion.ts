import { anyOf } from '../../../text/any-of.ts'
import { inferCriterion } from '../../assemble/infer-criterion.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { criterionWords } from '../words/outline-words.ts'
import type { OutlineNode } from './parse-outline.ts'
import { beginsChange } from '../words/find-reason-to-decline.ts'
import { saysDone } from '../words/section-titles.ts'
import { showCode } from '../words/show-code.ts'
import { splitSentences } from '../words/split-sentences.ts'
import type { StatedItem } from './task-outline.ts'

/** Criteria under an "Acceptance" label or heading, as they are read. */
export interface CriterionReading {
  /** What the next line may go on with; `end` is the last line read, `open` an item whose lines are all its own. */
  last: { item: StatedItem; end: number; depth: number; open: boolean } | null
  /** A line that announces what stands below it: `It should print:`. */
  announced: StatedItem | null
  /** The last such line, for all items right below it that name something and say nothing of it: `It can be sorted by:`. */
  lead: string
  /** Items that only announce the ones below: `CLI:`. Shallow ones first. */
  groups: { title: string; depth: number }[]
  /** Items with items right below them. */
  parents: ReadonlySet<OutlineNode>
}

export function startCriteria(nodes: readonly OutlineNode[]): CriterionReading {
  const parents = nodes.filter((node, index) => {
    const next = nodes[index + 1]
    return node.kind === 'item' && next?.kind === 'item' && next.depth > node.depth
  })
  return { last: null, announced: null, lead: '', groups: [], parents: new Set(parents) }
}

/** An item under "Acceptance": a criterion, unless it only announces those below it. */
export function readCriterionItem(
  node: OutlineNode & { kind: 'item' },
  reading: CriterionReading,
): StatedItem | undefined {
  while ((reading.groups.at(-1)?.depth ?? 0) >= node.depth) reading.groups.pop()
  const text = node.text.replace(/^AC-\d+\s*[:.：]\s*/, '')
  reading.last = null
  if (reading.parents.has(node) && /[:：]$/.test(text)) {
    reading.groups.push({ title: text, depth: node.depth })
    return undefined
  }
  if (isOnlyCode(text) && reading.announced !== null) return addShown(text, reading)
  const lead = reading.lead !== '' && isNameOnly(text) ? `${reading.lead} ` : ''
  const item = { text: `${lead}${describeWithin(text, reading)}`, line: node.line }
  reading.announced = null
  reading.last = { item, end: node.line, depth: node.depth, open: true }
  return item
}

/** A code block below a line that announces it: `It should print:`. The criterion, where it is a new one. */
export function readShown(content: string, line: number, reading: CriterionReading): StatedItem | undefined {
  const above = reading.last?.item
  // `1. The class has these attributes:`, with a block inside of the item.
  if (reading.announced === null && above !== undefined && /[:：]$/.test(above.text)) {
    above.text = `${above.text} ${showCode(content)}`
    return undefined
  }
  reading.announced ??= reading.last === null ? { text: 'As shown:', line } : null
  return addShown(showCode(content), reading)
}

const longestSentence = 100

/** One short sentence, as people write one a line where they meant a list; what begins by pointing back goes on. */
function isShortSentence(line: string): boolean {
  return (
    line.length <= longestSentence &&
    /^(?!(?:It|This|That|These|They|Then|So|But|And|Also|He|She|There)\b)\p{Lu}.*[\p{L}\d`)]\.$/u.test(line) &&
    splitSentences(line).length === 1
  )
}

/** What is announced and what it announces are one criterion. */
function addShown(shown: string, reading: CriterionReading): StatedItem | undefined {
  const item = reading.announced
  if (item === null || shown === '') return undefined
  const isNew = item.text.endsWith(':') || item.text.endsWith('：')
  if (item.text.length < 2000) item.text = `${item.text} ${shown}`
  return isNew ? item : undefined
}

/** `` `'` ``: what is meant stands in the line above. */
function isOnlyCode(text: string): boolean {
  return /^[^\p{L}\p{N}`]*`[^`]+`[^\p{L}\p{N}`]*$/u.test(text)
}

/**
 * A line under "Acceptance": the rest of the criterion above it, or one of its own. A sentence that announces (`:` at its
 * end) is none.
 */
export function readCriterionLine(
  node: OutlineNode & { kind: 'line' },
  reading: CriterionReading,
): StatedItem | undefined {
  const { last } = reading
  const machine = inferCriterion(node.text).check_method !== 'manual_review'
  if (
    last !== null &&
    !(!last.open && isShortSentence(node.text) && isShortSentence(last.item.text)) &&
    node.depth === last.depth &&
    node.line === last.end + 1 &&
    (last.open || !machine || isOnlyCode(node.text))
  ) {
    if (last.item.text.length < 2000) last.item.text = `${last.item.text} ${node.text}`
    last.end = node.line
    return undefined
  }
  if (node.depth === 0 && /[:：]$/.test(node.text)) {
    reading.announced = { text: node.text, line: node.line }
    reading.lead = node.text
    reading.last = null
    return undefined
  }
  if (isOnlyCode(node.text) && reading.announced !== null) return addShown(node.text, reading)
  // What stands in the item that announces it.
  if (last?.open === true && node.depth === last.depth && /[:：]$/.test(last.item.text)) {
    last.item.text = `${last.item.text} ${node.text}`
    last.end = node.line
    return undefined
  }
  if (node.depth > 0) return undefined
  reading.announced = null
  reading.lead = ''
  const item = { text: node.text, line: node.line }
  reading.last = machine ? null : { item, end: node.line, depth: node.depth, open: false }
  return item
}

/** What a machine checks is said by itself; what a person judges needs to know what it is about. */
function describeWithin(text: string, reading: CriterionReading): string {
  if (reading.groups.length === 0 || inferCriterion(text).check_method !== 'manual_review') return text
  return [...reading.groups.slice(-3).map(({ title }) => title), text].join(' ')
}

/** Something is said of it: `Page loads`, `Login is required`. */
const states = /\s\S*(?:s|ed)\b|\b(?:are|be|can|do|has|have|must|should|will)\b/i

const mostOfName = 4

/** `“by price”`, `Name`: of what, the line above the list says. */
function isNameOnly(item: string): boolean {
  if (/^["“«„'`][^"”»“'`]{1,100}["”»“'`]$/.test(item)) return true
  // `End date (date and time, required)`
  const text = item.replaceAll(/ ?\([^()]{1,80}\)/g, '')
  return (
    /^\p{Lu}[\p{L}\d /-]{1,40}$/u.test(text) &&
    text.split(/\s+/).length <= mostOfName &&
    !beginsChange(text) &&
    !states.test(text)
  )
}

function saysOfWhat(text: string): boolean {
  return text.split(/\s+/).length > 3 || /[\u3040-\u30FF\u3400-\u9FFF]{2}[^\n]{4}/u.test(text)
}

const stated = new RegExp(`^${anyOf(criterionWords)}\\s*:\\s*(\\S.*)$`, 'is')

/** `Done when no file imports x`: a sentence of its own. */
const doneWhen =
  /^(?:(?:it|this|the (?:task|issue|work)|we)(?: is|['’]s| are|['’]re) )?(?:done|finished|complete|completed) (?:when|once|as soon as)\s+(\S.*)$/is

/** The criterion of `Acceptance: the tests pass` on one line. */
export function findStatedCriterion(text: string): string | undefined {
  if (text.length > 5000) return undefined
  const plain = text.replaceAll(/\*\*|__/g, '')
  const folded = foldMarks(plain)
  const match = stated.exec(folded) ?? doneWhen.exec(folded)
  if (match === null) return undefined
  const rest = plain.slice(plain.length - (match[1] ?? '').length)
  // `Expected: 0` says nothing without its label.
  return saysDone(plain.slice(0, plain.length - rest.length)) || saysOfWhat(rest) ? rest : plain
}
