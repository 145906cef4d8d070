import { recordMessages } from '../../domain/language/zh-cn/zh-cn.ts'
import { catalogues } from '../../domain/language/catalogues.ts'
import { type Catalogue, fillMessage, type RecordMessage } from '../../domain/language/message.ts'
import { currentLanguage } from './current.ts'

/** A message as the pieces around its placeholders. */
interface MessagePattern {
  message: RecordMessage
  pieces: readonly string[]
  names: readonly string[]
  /** How much of it is its own words: where two fit, the one that says more is meant. */
  weight: number
}

const patterns: readonly MessagePattern[] = (Object.keys(recordMessages) as RecordMessage[])
  .map(toPattern)
  .sort(byWeight)

function toPattern(message: RecordMessage): MessagePattern {
  const split = message.split(/\{(\w+)\}/)
  const pieces = split.filter((_, index) => index % 2 === 0)
  return { message, pieces, names: split.filter((_, index) => index % 2 === 1), weight: pieces.join('').length }
}

function byWeight(one: MessagePattern, other: MessagePattern): number {
  return other.weight - one.weight
}

/**
 * What placeholders of these names take: numbers, lines, estimates, counted files, code spans. It keeps `{n} min` from taking every text
 * that ends so.
 */
const shapes: Readonly<Record<string, RegExp>> = {
  n: /^\d[\d.,]*$/,
  days: /^\d[\d.,]* (?:(?:person-)?days?|min|h)$/,
  days_before: /^\d[\d.,]* (?:(?:person-)?days?|min|h)$/,
  line: /^\d+$/,
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
}

const deepest = 5
/** Texts of records are shown shortened: no more of one is looked at. */
const mostTranslated = 4_000

/**
 * What a record says in English, in the language of what is rendered: by the message that it was written with
 * (`recordText` in domain/language), or by those that were put one after another. What none made, as the words of people
 * or of a program, comes back as it is.
 */
export function translate(text: string): string {
  const language = currentLanguage()
  if (language === 'en' || text.length > mostTranslated) return text
  return translateInto(catalogues[language], text, deepest)
}

function translateInto(catalogue: Catalogue, text: string, depth: number): string {
  if (text === '' || depth === 0) return text
  const whole = translateWhole(catalogue, text, depth)
  if (whole !== undefined) return whole
  const [first = '', ...others] = text.split(/((?<=[.!?]) (?=\S)|; |\n)/)
  if (others.length === 0) return translateList(catalogue, text, depth)
  const parts = [first, ...others].map((part, index) => {
    if (index % 2 === 0) return translateWhole(catalogue, part, depth) ?? part
    return part === '; ' ? '；' : part
  })
  return parts.some((part, index) => index % 2 === 0 && part !== [first, ...others][index]) ? parts.join('') : text
}

/** Texts joined by commas, where each was made by a message. */
function translateList(catalogue: Catalogue, text: string, depth: number): string {
  const parts = text.split(', ')
  if (parts.length === 1) return text
  const translated = parts.map((part) => translateWhole(catalogue, part, depth))
  return translated.every((part) => part !== undefined) ? translated.join('，') : text
}

/** By the one message that it was written with; undefined where none fits. */
function translateWhole(catalogue: Catalogue, text: string, depth: number): string | undefined {
  for (const pattern of patterns) {
    const values = match(text, pattern)
    if (values === null) continue
    const translated = Object.entries(values).map(([name, value]) => [name, translateInto(catalogue, value, depth - 1)])
    const translation = catalogue.messages[pattern.message]
    return fillMessage(
      typeof translation === 'string' ? translation : translation.other,
      Object.fromEntries(translated),
    )
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
