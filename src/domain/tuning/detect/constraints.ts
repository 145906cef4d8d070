import { readCodeFacts, wordsOfPrompt } from '../code/prompts.ts'
import type { SkillPage } from '../read/page.ts'
import type { SkillFile } from '../read/skill.ts'

/** A sentence that must hold. */
export interface Constraint {
  text: string
  line: number
}

const heading =
  /\b(?:constraints?|requirements?|rules|guardrails|non-negotiables?|must(?:s| haves?)?)\b|约束|要求|规则|限制/i
const demand =
  /\b(?:must|never|always|do not|don't|don’t|may not|shall|required to|forbidden)\b|必须|不得|禁止|严禁|不要/i

/** Items below a heading on constraints, and sentences that say must or never. */
export function findConstraints(page: SkillPage): Constraint[] {
  return page.blocks
    .filter(({ text, kind, section }) => (kind === 'item' && heading.test(section?.text ?? '')) || demand.test(text))
    .map(({ text, line }) => ({ text, line }))
}

const constraintMention =
  /\bconstraints?\b|\brequirements?\b|\bguardrails\b|\bthe rules\b|\bwithin the rules\b|约束|要求/i

/** Whether a file says what must hold, or where that stands. */
export function namesConstraints({ page, text, code }: SkillFile): boolean {
  if (constraintMention.test(text) || (page !== undefined && findConstraints(page).length > 0)) return true
  return code.some((block) =>
    readCodeFacts(block).prompts.some((prompt) => wordsOfPrompt(prompt).some(({ text }) => demand.test(text))),
  )
}

const common = new Set(
  'must never always shall should with from that this have each every the and not for are all any'.split(' '),
)

/** Words that say something: long enough, no function words; each character of Chinese counts as one. */
export function findSignificantWords(text: string): Set<string> {
  const words = [...text.toLowerCase().matchAll(/[a-z][a-z-]{3,}/g)].map(([word]) => word)
  const characters = [...text.matchAll(/[\u4e00-\u9fff]{2}/g)].map(([pair]) => pair)
  return new Set([...words, ...characters].filter((word) => !common.has(word)))
}

/** Whether at least half of what a constraint says stands in the words. */
export function isRepeated(constraint: Constraint, words: ReadonlySet<string>): boolean {
  const own = [...findSignificantWords(constraint.text)]
  return own.length > 0 && own.filter((word) => words.has(word)).length * 2 > own.length
}
