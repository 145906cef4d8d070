import { executorNames } from '../../../configuration/executor-names.ts'
import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import {
  attributeWords,
  estimateLeads,
  estimateUnits,
  idJoints,
  numberWords,
  orderEndings,
  orderWords,
  orderWordsUnspaced,
} from '../words/outline-words.ts'
import { stripEmphasis } from './parse-outline.ts'
import { cutText } from '../../../text/cut-text.ts'

/** What the line of a task says of it besides its title. */
export interface TaskFacts {
  personDays?: number
  dependsOn: string[]
  executor?: string
}

export interface TaskText extends TaskFacts {
  id: string | null
  title: string
}

/** What is longer is prose: it is kept as the description, and read for attributes only so far. */
const maxLine = 1000

const id = String.raw`T[1-9]\d{0,5}(?:\.[1-9]\d{0,3}){0,8}`
const ids = String.raw`${id}(?:\s*${anyOf(idJoints)}\s*${id})*`
/** Between ids that nothing but an order can hold: also a mere blank. */
const looseIds = String.raw`${id}(?:(?:\s*${anyOf(idJoints)}\s*|\s+)${id})*`
const label = new RegExp(String.raw`^(?:(?:task|任务)\s*)?(${id})(?:\s*[:.)–—：．）]\s*|\s+-+\s+|$)`, 'i')
const endings = anyOf(orderEndings)
const orders = [
  String.raw`${anyOf(orderWords)}\s*:?\s*(${looseIds})`,
  String.raw`${anyOf(orderWordsUnspaced)}\s*:?\s*(${ids})`,
  String.raw`在?\s*(${ids})\s*${endings}`,
  String.raw`(?:once|when|as soon as)\s+(${ids})\s+(?:is|are)\s+(?:done|finished|completed?|merged)`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'))
const ordersInText = [
  new RegExp(
    String.raw`[\s,;–—-]+(?:once|when|as soon as)\s+(${ids})\s+(?:is|are)\s+(?:done|finished|completed?|merged)(?=[\s.,;)]|$)`,
    'i',
  ),
  new RegExp(String.raw`[\s,;–—-]+${anyOf(orderWords)}\s+(${ids})(?=[\s.,;)]|$)`, 'i'),
  new RegExp(String.raw`[\s,;。–—-]*${anyOf(orderWordsUnspaced)}\s*:?\s*(${ids})(?:\s*${endings})?`, 'i'),
  new RegExp(String.raw`[\s,;。–—-]*在\s*(${ids})\s*${endings}[\s,]*`, 'i'),
]
const units = estimateUnits.map(({ words, days }) => ({ pattern: new RegExp(`^${anyOf(words)}$`, 'i'), days }))
const estimate = new RegExp(
  String.raw`^(?:${anyOf(estimateLeads)}\s*:?\s*)?(\d{1,5}(?:\.\d{1,4})?|[${Object.keys(numberWords).join('')}])\s*个?\s*(${estimateUnits.flatMap(({ words }) => words).join('|')})$`,
  'i',
)
const whoWords = anyOf(attributeWords.who)
const login = String.raw`@[a-z\d](?:[a-z\d-]{0,38})`
const who = new RegExp(
  String.raw`^(?:${whoWords}\s*:?\s*)?(${login})$|^${whoWords}\s*:\s*\`?([a-z][\w-]{0,38})\`?$|^由\s*(${login})\s*(?:负责|执行|完成)?$`,
  'i',
)

/** An agent that is named without a colon: any other word after "by" may be how, not who ("by hand"). */
const agent = new RegExp(String.raw`^(?:by\s+|由\s*)\`?(${executorNames.join('|')})\`?(?:\s*(?:负责|执行|完成))?$`, 'i')
/** Beside an estimate or an order the name alone is enough; `model` alone may be anything. */
const bareAgent = new RegExp(String.raw`^\`?(${executorNames.filter((name) => name !== 'model').join('|')})\`?$`, 'i')
/** Beside an estimate or an order, whatever word stands after "by" is who. */
const byWord = /^(?:by\s+|由\s*)`?([a-z][\w-]{0,38})`?(?:\s*(?:负责|执行|完成))?$/i

/** `T2`, or null, and what follows: `T2: title`, `**T2** – title`, `T2 title` only in a heading. */
export function splitLabel(text: string): { id: string | null; rest: string } {
  const plain = stripEmphasis(text)
  const match = label.exec(plain)
  if (match === null) return { id: null, rest: plain }
  return { id: (match[1] ?? '').toUpperCase(), rest: stripEmphasis(plain.slice(match[0].length)).trim() }
}

/**
 * A task's line: `T2: Answer 401 in `src/http.ts` (0.5 d, @ada) after T1`. In parentheses, or at the end after a comma,
 * dash or `|`: an estimate (days of 8 h), who does it, what it comes after. The rest is the title.
 */
export function parseTaskText(text: string): TaskText {
  const { id: taskId, rest } = splitLabel(text.slice(0, maxLine).split('\n').join(' '))
  const facts: TaskFacts = { dependsOn: [] }
  const withoutGroups = rest.replaceAll(/[(（]([^()（）]{1,200})[)）]/g, (group, inside: string) =>
    takeFacts(inside, facts) ? ' ' : group,
  )
  const title = takeEnd(takeOrders(withoutGroups, facts), facts)
  return { id: taskId, title: cutText(title.replaceAll(/\s+/g, ' ').trim(), 200), ...facts }
}

/** One attribute such as `2h`, `@ada`, `executor: shell` or `after T1 and T2`; false when it is none. */
export function takeFact(text: string, facts: TaskFacts): boolean {
  if (text.length > 300) return false
  const part = foldMarks(text)
    .trim()
    .replace(/(?<=\S)\.$/, '')
  if (part.length > 200) return false
  for (const order of orders) {
    const named = order.exec(part)?.[1]
    if (named === undefined) continue
    facts.dependsOn.push(...findTaskIds(named))
    return true
  }
  const days = parseEstimate(part)
  if (days !== undefined) {
    facts.personDays = days
    return true
  }
  const named = agent.exec(part)?.[1]
  if (named !== undefined) {
    facts.executor = named.toLowerCase()
    return true
  }
  const person = who.exec(part)
  if (person === null) return false
  facts.executor = person[1] ?? person[2]?.toLowerCase() ?? person[3] ?? ''
  return true
}

/** Person-days of `0.5 d`, `4h`, `90 min`, `2 周`, `半天`. */
export function parseEstimate(text: string): number | undefined {
  const match = estimate.exec(foldMarks(text).trim())
  if (match === null) return undefined
  const amount = numberWords[match[1] ?? ''] ?? Number(match[1])
  const unit = units.find(({ pattern }) => pattern.test(match[2] ?? ''))
  return unit === undefined ? undefined : amount * unit.days
}

export function findTaskIds(text: string): string[] {
  return [...text.matchAll(new RegExp(String.raw`\b${id}\b`, 'gi'))].map((match) => match[0].toUpperCase())
}

/** Attributes between commas, all or none: `0.5 d, @ada, after T1 and T2`. */
export function takeFacts(text: string, facts: TaskFacts): boolean {
  const trial: TaskFacts = { dependsOn: [] }
  const joined = rejoinOrders(foldMarks(text).split(/[,;]/))
  const others = joined.filter((part) => !takeFact(part, trial))
  if (others.length > 0) {
    const other = (others[0] ?? '').trim()
    const by = (byWord.exec(other) ?? bareAgent.exec(other))?.[1]
    if (by === undefined || others.length > 1 || joined.length < 2) return false
    trial.executor = by.toLowerCase()
  }
  facts.dependsOn.push(...trial.dependsOn)
  if (trial.personDays !== undefined) facts.personDays = trial.personDays
  if (trial.executor !== undefined) facts.executor = trial.executor
  return true
}

/** `after T1, T2` was split at its comma. */
function rejoinOrders(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && new RegExp(`^\\s*(?:and\\s+)?${id}\\s*${endings}?\\s*$`, 'i').test(part))
      joined[joined.length - 1] = `${last},${part}`
    else joined.push(part)
  }
  return joined
}

function takeOrders(text: string, facts: TaskFacts): string {
  let rest = text
  for (const pattern of ordersInText) {
    for (let match = pattern.exec(foldMarks(rest)); match !== null; match = pattern.exec(foldMarks(rest))) {
      facts.dependsOn.push(...findTaskIds(match[1] ?? ''))
      rest = `${rest.slice(0, match.index)}${rest.slice(match.index + match[0].length)}`
    }
  }
  return rest
}

const endMarks = [', ', ' – ', ' — ', ' - ', ' | ', '; ', '，', '；', '。']

function takeEnd(text: string, facts: TaskFacts): string {
  let rest = text.trim()
  for (;;) {
    const cut = Math.max(...endMarks.map((mark) => rest.lastIndexOf(mark, rest.length - 2)))
    if (cut <= 0 || !takeFact(rest.slice(cut).replace(/^[\s,–—|;，；。-]+/, ''), facts)) return rest
    rest = rest.slice(0, cut).trim()
  }
}
