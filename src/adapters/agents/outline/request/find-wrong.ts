import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../task-outline.ts'
import { isSpecificTrouble, titleNamesWork } from './enough.ts'
import type { Passage } from './gather-passages.ts'
import { issueKind, plainTitle } from './issue-title.ts'
import { saysTrouble } from './judge-sentence.ts'
import { splitSentences } from './split-sentences.ts'

const errorLine =
  /^(?:\w+\.)*\w*(?:Error|Exception)\b: ?\S.*|^.*panicked at .*|^\s{0,8}(?:--- )?FAIL:? .*|^(?:error|fatal|panic)(?:\[\w{1,10}\])?: .*/m

/** A form or template asked for what happened. */
export function isReport({ placed }: FormReading): boolean {
  return placed.some(({ part }) => part === 'report' || part === 'reproduction')
}

/** The issue tells of something broken. */
export function tellsOfBug(title: string, form: FormReading, passages: readonly Passage[]): boolean {
  const kind = issueKind(title)
  if (kind === 'bug') return true
  if (kind !== 'other' || titleNamesWork(plainTitle(title))) return false
  const parts = new Set(form.placed.map(({ part }) => part))
  if (parts.has('reproduction') || (parts.has('report') && !parts.has('wanted'))) return true
  if (saysTrouble(title) || findError(form) !== undefined) return true
  return passages.some(({ text, part }) => part !== 'context' && splitSentences(text).some((one) => saysTrouble(one)))
}

/**
 * What is wrong: the title, where it says so in particular, else the first sentence that does. Where something else says
 * that it is a bug, that sentence may do without words of trouble.
 */
export function findWrong(title: string, form: FormReading, passages: readonly Passage[]): StatedItem | undefined {
  const plain = stateOf(plainTitle(title))
  if (isSpecificTrouble(plain)) return { text: plain, line: 1 }
  const specific = passages
    .filter(({ part }) => part === 'report' || part === 'other')
    .flatMap(({ text, line }) => splitSentences(text).map((sentence) => ({ text: stateOf(sentence), line })))
    .filter(({ text }) => isSpecificTrouble(text) && !/^if\b/i.test(text))
  const known = isReport(form) || issueKind(title) === 'bug' || saysTrouble(title)
  return specific.find(({ text }) => saysTrouble(text)) ?? (known ? specific[0] : undefined) ?? findError(form)
}

/** The message of the first error that is shown. */
function findError({ placed }: FormReading): StatedItem | undefined {
  for (const { node } of placed) {
    const error = node.kind === 'fence' ? errorLine.exec(node.content.slice(0, 5_000))?.[0].trim() : undefined
    if (error !== undefined) return { text: error.slice(0, 200), line: node.line }
  }
  return undefined
}

/** `Why does x crash on y?` tells that x does crash. */
function stateOf(sentence: string): string {
  const told = sentence.replace(/^why (?:does|do|is|are|did|was|were)\s+|^(?:为什么|为何)/i, '')
  const plain = told === sentence ? sentence : told.replace(/[?？]+$/, '')
  return plain
    .replace(/^(?:docs?|fix|feat|bug|perf|chore|refactor|tests?|ci|build|style)(?:\([^()]{1,40}\))?!?:\s*/i, '')
    .replace(/^(?:hi|hello|hey)[^,.!]{0,20}[,.!]\s*/i, '')
    .replace(/[.!。！]+$/, '')
    .trim()
}
