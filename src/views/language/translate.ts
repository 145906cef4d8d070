import type { Catalogue, RecordMessage } from '../../domain/language/message.ts'
import { currentCatalogue } from './current.ts'
import { fillTranslation } from './fill-translation.ts'
import { type Lookup, lookupOf, matchMessage } from './message-patterns.ts'
import { t } from './t.ts'

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
  return translateInto(lookupOf(catalogue, 'records'), text, deepest)
}

/** The same of what two plans differ in (`PlanChange`). */
export function translateChange(text: string): string {
  const catalogue = currentCatalogue()
  if (catalogue === null || text.length > mostTranslated) return text
  return translateInto(lookupOf(catalogue, 'changes'), text, deepest)
}

function translateInto(lookup: Lookup, text: string, depth: number): string {
  if (text === '' || depth === 0) return text
  return translatePart(lookup, text, depth) ?? translateParts(lookup, text, depth)
}

/** What is one thing: a message, what is said of a task or a command, names, any of them with a full stop. */
function translatePart(lookup: Lookup, text: string, depth: number): string | undefined {
  const translated =
    translateWhole(lookup, text, depth) ??
    translateOfTask(lookup, text, depth) ??
    translateOfCommand(lookup, text, depth) ??
    translateNames(lookup, text, depth)
  if (translated !== undefined || !/[^.]\.$/.test(text)) return translated
  const said = translatePart(lookup, text.slice(0, -1), depth)
  return said === undefined ? undefined : `${said}${t('.')}`
}

/** `T1: merged into the integration branch` */
function translateOfTask(lookup: Lookup, text: string, depth: number): string | undefined {
  const [whole, task] = /^(T\d[\d.]*): (?=\S)/.exec(text) ?? []
  if (whole === undefined || task === undefined) return undefined
  return t('{task}: {what}', { task, what: translateInto(lookup, text.slice(whole.length), depth - 1) })
}

/** `` `npm test` ended with exit code 1 ``, where a message says what the command did. */
function translateOfCommand(lookup: Lookup, text: string, depth: number): string | undefined {
  const [whole, command] = /^(`[^`\n]+`) (?=\S)/.exec(text) ?? []
  if (whole === undefined || command === undefined) return undefined
  const did = translateWhole(lookup, text.slice(whole.length), depth)
  return did === undefined ? undefined : `${command} ${did}`
}

const named = '(?:``[^`\\n]+(?:`[^`\\n]+)*``|`[^`\\n]+`|@[\\w-]+|[TC]\\d[\\d.]*|[A-Z]{1,20}-\\d+)'
const listOfNames = new RegExp(`^(${named}(?:, ${named})*) (and|or) (${named})$`)
const alternatives = new RegExp(`^${named}(?: or ${named})+$`)
const everyName = new RegExp(named, 'g')
const ofCriteria = /^(?:[A-Z]+-[\w.]+ “[^“”]*”(?:, (?=[A-Z])|$))+$/

/** What English joins: names, criteria with what they ask for, and how many more there are. */
function translateNames(lookup: Lookup, text: string, depth: number): string | undefined {
  const [tail, n] = /(?:, and|,| and) (\d{1,9}) more$/.exec(text) ?? []
  if (tail !== undefined && n !== undefined && tail.length < text.length) {
    const shown = translateInto(lookup, text.slice(0, -tail.length), depth)
    return `${shown}${t(', and {n} more', { n })}`
  }
  const [, words, last, one] = listOfNames.exec(text) ?? []
  if (words !== undefined && one !== undefined) return joinNames(words.split(', ').join(t(', ')), last, one)
  if (alternatives.test(text)) return (text.match(everyName) ?? []).join(t(' or '))
  if (!ofCriteria.test(text)) return undefined
  return [...text.matchAll(/\b([A-Z]{1,20}-[\w.]{1,40}) “([^“”]{0,400})”/g)]
    .map(([, id = '', said = '']) => t('{id} “{title}”', { id, title: translateInto(lookup, said, depth - 1) }))
    .join(t(', '))
}

function joinNames(words: string, last: string | undefined, one: string): string {
  return last === 'or' ? t('{words} or {one}', { words, one }) : t('{words} and {one}', { words, one })
}

/** Sentences and lines that were put one after another, then their clauses. */
function translateParts(lookup: Lookup, text: string, depth: number): string {
  return translateEach(lookup, text, depth, {
    joints: /`[^`\n]*`|((?<=[.!?]) (?=\S)|\n|(?<=\)), (?=`))/g,
    otherwise: (sentence) =>
      translateEach(lookup, sentence, depth, {
        joints: /`[^`\n]*`|\([^()\n]*\)|(; )/g,
        otherwise: (clause) => (clause === text ? translateList(lookup, clause, depth) : clause),
      }),
  })
}

interface Splitting {
  joints: RegExp
  otherwise: (part: string) => string
}

function translateEach(lookup: Lookup, text: string, depth: number, { joints, otherwise }: Splitting): string {
  const parts = splitParts(text, joints)
  if (parts.length === 1) return otherwise(text)
  const translated = parts.map((part, index) =>
    index % 2 === 0 ? (translatePart(lookup, part, depth) ?? otherwise(part)) : part,
  )
  if (translated.every((part, index) => part === parts[index])) return text
  return translated.map((part, index) => (index % 2 === 0 ? part : joinOf(part, translated[index - 1] ?? ''))).join('')
}

/** Parts and what stands between them, by turns: what is in a code span is one piece. */
function splitParts(text: string, joints: RegExp): string[] {
  const parts: string[] = []
  let at = 0
  for (const { 1: joint, index } of text.matchAll(joints)) {
    if (joint === undefined) continue
    parts.push(text.slice(at, index), joint)
    at = index + joint.length
  }
  return [...parts, text.slice(at)]
}

/** Texts joined by commas, where each was made by a message. */
function translateList(lookup: Lookup, text: string, depth: number): string {
  const parts = text.split(', ')
  if (parts.length === 1) return text
  const translated = parts.map((part) => translateWhole(lookup, part, depth))
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
function translateWhole(lookup: Lookup, text: string, depth: number): string | undefined {
  const { catalogue, plain, findPatterns } = lookup
  if (plain.has(text)) return fill(catalogue, text as RecordMessage, {})
  if (text.length < 2 || !/[A-Za-z]/.test(text)) return undefined
  for (const pattern of findPatterns(text)) {
    const values = matchMessage(text, pattern)
    if (values === null) continue
    const translated = Object.entries(values).map(([name, value]) => [name, translateInto(lookup, value, depth - 1)])
    const filled = fill(catalogue, pattern.message, Object.fromEntries(translated))
    // Where a value ends with a mark as wide as a character, the space behind it is one too many.
    return filled.replaceAll(/([」）]) (?=\p{Script=Han})/gu, '$1')
  }
  return undefined
}

function fill({ messages }: Catalogue, message: RecordMessage, values: Readonly<Record<string, string>>): string {
  const translation = messages[message]
  return fillTranslation(typeof translation === 'string' ? translation : translation.other, values)
}
