import { minutesPerDay } from '../../../domain/assemble-task.ts'
import { stripEmphasis } from './parse-outline.ts'

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
const label = new RegExp(String.raw`^(?:task\s+)?(${id})(?:\s*[:.)–—]\s*|\s+-+\s+|$)`, 'i')
const order = new RegExp(
  String.raw`^(?:after|depends on|blocked by)\s*:?\s*(${id}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s*&\s*|\s+)${id})*)$`,
  'i',
)
const orderInText = new RegExp(
  String.raw`[\s,;–—-]+(?:after|depends on|blocked by)\s+(${id}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s*&\s*)${id})*)(?=[\s.,;)]|$)`,
  'i',
)
const estimate =
  /^(?:~|about |estimate:?\s*)?(\d{1,5}(?:\.\d{1,4})?)\s*(person-days?|days?|d|hours?|hrs?|h|minutes?|mins?|min)$/i
const who =
  /^(?:(?:executor|by|who)\s*:\s*)?(@[a-z\d](?:[a-z\d-]{0,38}))$|^(?:executor|by|who)\s*:\s*`?([a-z][\w-]{0,38})`?$/i

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
  const withoutGroups = rest.replaceAll(/\(([^()`]{1,200})\)/g, (group, inside: string) =>
    takeAll(inside.split(/[,;]/), facts) ? ' ' : group,
  )
  const title = takeEnd(takeOrders(withoutGroups, facts), facts)
  return { id: taskId, title: shorten(title.replaceAll(/\s+/g, ' ').trim()), ...facts }
}

/** One attribute such as `2h`, `@ada`, `executor: shell` or `after T1 and T2`; false when it is none. */
export function takeFact(text: string, facts: TaskFacts): boolean {
  const part = text.trim()
  if (part.length > 200) return false
  const orderMatch = order.exec(part)
  if (orderMatch !== null) {
    facts.dependsOn.push(...findTaskIds(orderMatch[1] ?? ''))
    return true
  }
  const days = parseEstimate(part)
  if (days !== undefined) {
    facts.personDays = days
    return true
  }
  const person = who.exec(part)
  if (person === null) return false
  facts.executor = person[1] ?? person[2]?.toLowerCase() ?? ''
  return true
}

/** Person-days of `0.5 d`, `4h`, `90 min`. */
export function parseEstimate(text: string): number | undefined {
  const match = estimate.exec(text.trim())
  if (match === null) return undefined
  const amount = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  if (unit.startsWith('m')) return amount / minutesPerDay
  return unit.startsWith('h') ? amount / 8 : amount
}

export function findTaskIds(text: string): string[] {
  return [...text.matchAll(new RegExp(String.raw`\b${id}\b`, 'gi'))].map((match) => match[0].toUpperCase())
}

function takeAll(parts: string[], facts: TaskFacts): boolean {
  const trial: TaskFacts = { dependsOn: [] }
  const joined = rejoinOrders(parts)
  if (!joined.every((part) => takeFact(part, trial))) return false
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
    if (last !== undefined && new RegExp(`^\\s*(?:and\\s+)?${id}\\s*$`, 'i').test(part))
      joined[joined.length - 1] = `${last},${part}`
    else joined.push(part)
  }
  return joined
}

function takeOrders(text: string, facts: TaskFacts): string {
  let rest = text
  for (let match = orderInText.exec(rest); match !== null; match = orderInText.exec(rest)) {
    facts.dependsOn.push(...findTaskIds(match[1] ?? ''))
    rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length)
  }
  return rest
}

function takeEnd(text: string, facts: TaskFacts): string {
  let rest = text.trim()
  for (;;) {
    const cut = Math.max(...[', ', ' – ', ' — ', ' - ', ' | ', '; '].map((mark) => rest.lastIndexOf(mark)))
    if (cut <= 0 || !takeFact(rest.slice(cut).replace(/^[\s,–—|;-]+/, ''), facts)) return rest
    rest = rest.slice(0, cut).trim()
  }
}

function shorten(title: string): string {
  return title.length > 200 ? `${title.slice(0, 199)}…` : title
}
