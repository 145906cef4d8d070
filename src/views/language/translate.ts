import { type Catalogue, fillMessage, type RecordMessage } from '../../domain/language/message.ts'
import { currentCatalogue } from './current.ts'
import { t } from './t.ts'

/** A message as the pieces around its placeholders. */
interface MessagePattern {
  message: RecordMessage
  pieces: readonly string[]
  names: readonly string[]
  /** How much of it is its own words: where two fit, the one that says more is meant. */
  weight: number
}

/** Never more than one word, so that no clause is taken for one. */
const word = /^\S+$/

/**
 * What placeholders of these names take: numbers, lines, estimates, counted files, code spans. It keeps `{n} min` from
 * taking every text that ends so.
 */
const shapes: Readonly<Record<string, RegExp>> = {
  n: /^\d[\d.,]*$/,
  passed: /^\d+$/,
  days: /^\d[\d.,]* (?:(?:person-)?days?|min|h)$/,
  days_before: /^\d[\d.,]* (?:(?:person-)?days?|min|h)$/,
  line_number: /^\d+$/,
  line_numbers: /^\d[\d, ]*(?: and \d+(?: more)?)?$/,
  numbers: /^\d[\d, ]*$/,
  task_id: /^T[\d.]+$/,
  task_why: /^T[\d.]+ \(.+\)$/,
  executors_here: /`@login`$/,
  criterion: /^T[\d.]+\/AC-\d+$/,
  spans: /^`[^`]+`(?:, `[^`]+`)*$/,
  span: /^(?:`[^`]+`|\d+ more)$/,
  parsed_as: /^(?:JSON|NDJSON|YAML|UTF-8 text)$/,
  counted: /^(?:about )?\d[\d,]* files?(?: \([^()]{1,20}\))?$/,
  task: word,
  sha: word,
  hash: word,
  bytes: word,
  seconds: word,
  percent: word,
  pull: word,
  role: word,
}

/** What a placeholder that takes one kind of text says beside the message’s own words, in letters. */
const shapeWeight = 8

const known = new WeakMap<Catalogue, readonly MessagePattern[]>()

function listPatterns(catalogue: Catalogue): readonly MessagePattern[] {
  const patterns =
    known.get(catalogue) ?? (Object.keys(catalogue.records) as RecordMessage[]).map(toPattern).sort(byWeight)
  known.set(catalogue, patterns)
  return patterns
}

function toPattern(message: RecordMessage): MessagePattern {
  const split = message.split(/\{(\w+)\}/)
  const pieces = split.filter((_, index) => index % 2 === 0)
  const names = split.filter((_, index) => index % 2 === 1)
  const shaped = names.filter((name) => shapes[name] !== undefined).length
  return { message, pieces, names, weight: pieces.join('').length + shaped * shapeWeight }
}

function byWeight(one: MessagePattern, other: MessagePattern): number {
  return other.weight - one.weight
}

const deepest = 6
/** Texts of records are shown shortened: no more of one is looked at. */
const mostTranslated = 4_000

/**
 * What a record says in English, in the language of what is rendered: by the message that it was written with
 * (`recordText` in domain/language), or by those that were put one after another. What none made, as the words of people
 * or of a program, comes back as it is.
 */
export function translate(text: string): string {
  const catalogue = currentCatalogue()
  if (catalogue === null || text.length > mostTranslated) return text
  return translateInto(catalogue, text, deepest)
}

function translateInto(catalogue: Catalogue, text: string, depth: number): string {
  if (text === '' || depth === 0) return text
  return (
    translateWhole(catalogue, text, depth) ??
    translateOfTask(catalogue, text, depth) ??
    translateOfCommand(catalogue, text, depth) ??
    translateNames(catalogue, text, depth) ??
    translateParts(catalogue, text, depth)
  )
}

/** `T1: merged into the integration branch` */
function translateOfTask(catalogue: Catalogue, text: string, depth: number): string | undefined {
  const [whole, task] = /^(T\d[\d.]*): (?=\S)/.exec(text) ?? []
  if (whole === undefined || task === undefined) return undefined
  return t('{task}: {what}', { task, what: translateInto(catalogue, text.slice(whole.length), depth - 1) })
}

/** `` `npm test` ended with exit code 1 ``, where a message says what the command did. */
function translateOfCommand(catalogue: Catalogue, text: string, depth: number): string | undefined {
  const [whole, command] = /^(`[^`\n]+`) (?=\S)/.exec(text) ?? []
  if (whole === undefined || command === undefined) return undefined
  const did = translateWhole(catalogue, text.slice(whole.length), depth)
  return did === undefined ? undefined : `${command} ${did}`
}

const named = '(?:`[^`\\n]+`|@[\\w-]+|[TC]\\d[\\d.]*|[A-Z]+-\\d+)'
const listOfNames = new RegExp(`^(${named}(?:, ${named})*) (and|or) (${named})$`)
const ofCriteria = /^(?:[A-Z]+-[\w.]+ “[^“”]*”(?:, (?=[A-Z])|$))+$/

/** What English joins: names, criteria with what they ask for, and how many more there are. */
function translateNames(catalogue: Catalogue, text: string, depth: number): string | undefined {
  const [tail, n] = /(?:, and|,| and) (\d{1,9}) more$/.exec(text) ?? []
  if (tail !== undefined && n !== undefined && tail.length < text.length) {
    const shown = translateInto(catalogue, text.slice(0, -tail.length), depth)
    return `${shown}${t(', and {n} more', { n })}`
  }
  const [, words, last, one] = listOfNames.exec(text) ?? []
  if (words !== undefined && one !== undefined) return joinNames(words.split(', ').join(t(', ')), last, one)
  if (!ofCriteria.test(text)) return undefined
  return [...text.matchAll(/\b([A-Z]{1,20}-[\w.]{1,40}) “([^“”]{0,400})”/g)]
    .map(([, id = '', said = '']) => t('{id} “{title}”', { id, title: translateInto(catalogue, said, depth - 1) }))
    .join(t(', '))
}

function joinNames(words: string, last: string | undefined, one: string): string {
  return last === 'or' ? t('{words} or {one}', { words, one }) : t('{words} and {one}', { words, one })
}

/** Sentences, clauses and lines that were put one after another. */
function translateParts(catalogue: Catalogue, text: string, depth: number): string {
  const parts = splitParts(text)
  if (parts.length === 1) return translateList(catalogue, text, depth)
  const translated = parts.map((part, index) =>
    index % 2 === 0 ? (translateWhole(catalogue, part, depth) ?? translateNames(catalogue, part, depth) ?? part) : part,
  )
  if (translated.every((part, index) => part === parts[index])) return text
  return translated.map((part, index) => (index % 2 === 0 ? part : joinOf(part, translated[index - 1] ?? ''))).join('')
}

/** Parts and what stands between them, by turns: what is in a code span is one piece. */
function splitParts(text: string): string[] {
  const parts: string[] = []
  let at = 0
  for (const { 1: joint, index } of text.matchAll(/`[^`\n]*`|((?<=[.!?]) (?=\S)|; |\n|(?<=\)), (?=`))/g)) {
    if (joint === undefined) continue
    parts.push(text.slice(at, index), joint)
    at = index + joint.length
  }
  return [...parts, text.slice(at)]
}

/** Texts joined by commas, where each was made by a message. */
function translateList(catalogue: Catalogue, text: string, depth: number): string {
  const parts = text.split(', ')
  if (parts.length === 1) return text
  const translated = parts.map((part) => translateWhole(catalogue, part, depth))
  return translated.every((part) => part !== undefined) ? translated.join('，') : text
}

/** What stands between two parts, by what English has there. */
function joinOf(joint: string, before: string): string {
  switch (joint) {
    case '; ':
      return '；'
    case ', ':
      return t(', ')
    default:
      return joint === ' ' && /[。！？]$/.test(before) ? '' : joint
  }
}

/** By the one message that it was written with; undefined where none fits. */
function translateWhole(catalogue: Catalogue, text: string, depth: number): string | undefined {
  for (const pattern of listPatterns(catalogue)) {
    const values = match(text, pattern)
    if (values === null) continue
    const translated = Object.entries(values).map(([name, value]) => [name, translateInto(catalogue, value, depth - 1)])
    const translation = catalogue.messages[pattern.message]
    const filled = fillMessage(
      typeof translation === 'string' ? translation : translation.other,
      Object.fromEntries(translated),
    )
    // Where a value ends with a mark as wide as a character, the space behind it is one too many.
    return filled.replaceAll(/([」）]) (?=\p{Script=Han})/gu, '$1')
  }
  return undefined
}

/** The values that a text gives the placeholders, each as short as may be; null where it is another text. */
function match(text: string, { pieces, names }: MessagePattern): Record<string, string> | null {
  const [first = '', ...others] = pieces
  if (!text.startsWith(first)) return null
  const values: Record<string, string> = {}
  let at = first.length
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1
    const name = names[index] ?? ''
    const shape = shapes[name]
    let found = isLast ? text.length - piece.length : text.indexOf(piece, at)
    if (!isLast && shape !== undefined)
      while (found > at && !shape.test(text.slice(at, found))) found = text.indexOf(piece, found + 1)
    const value = text.slice(at, found)
    // Between two placeholders something stands, and a value is never empty.
    if (found <= at || !text.endsWith(isLast ? piece : '') || shape?.test(value) === false) return null
    values[name] = value
    at = found + piece.length
  }
  return at === text.length ? values : null
}
