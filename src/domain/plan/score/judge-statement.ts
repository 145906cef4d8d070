import { recordText } from '../../language/message.ts'
import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import {
  chineseGeneric,
  chineseOutcomes,
  chineseVague,
  genericWords,
  countingWords,
  outcomeWords,
  programWords,
  unitWords,
  vagueWords,
} from './criterion-words.ts'

/** Whether somebody else could tell that it holds; `why` is the rest of a sentence about the statement. */
export interface Clarity {
  concrete: boolean
  why: string
}

/** `Expected: '42'`: a label praises nothing, and a value is what is to be seen. */
const expectedValue = /^(?:expected|erwartet|attendu|esperado|ожидается|预期|期望|期待|기대)[:：]\s*(\S.{0,200})$/i

/** What a statement names, as the words it was found in. */
interface Found {
  outcomes: string[]
  measures: string[]
  named: string[]
  vague: string[]
  /** How many further words name something in particular. */
  particular: number
}

const longest = 2000
/** What somebody has to pay, and no praise: `Fine amount recorded`. */
const fineOf = /(?<![\w-])(?:(?<=\b(?:the|a|overdue|an|excess|outstanding) )fine|^fine)s?(?= [a-z]{4,}\b)/gi
const ofBesides = 8
/** Code spans, quoted text, runs of Chinese, words of any other script. */
const tokens =
  /`[^`]*`|(?<!\w)'[^'\n]{1,80}'(?!\w)|"[^"]*"|“[^“”]*”|「[^「」]*」|[\u3400-\u9FFF\uF900-\uFAFF]+|[\w./:\\%@#?=&+~*'’<>≤≥$€\u00C0-\u1FFF\u3040-\u30FF\uAC00-\uD7AF-]+/g

/**
 * Concrete or vague, by what the words name: an outcome ("returns", "is refused"), a measure ("30 seconds"), a path, code
 * or quoted text, and how much praise ("properly", "user-friendly") stands against it. English and Chinese; statements
 * in other languages count as concrete from two words on. Only the first 2000 characters are read; linear in them.
 */
export function judgeStatement(statement: string): Clarity {
  const labelled = expectedValue.exec(statement.slice(0, longest))?.[1]
  if (labelled !== undefined && /[\d"'`“「]/.test(labelled)) return concrete(`names ${quoteWords([labelled])}`)
  const found = readStatement(statement.slice(0, longest).replaceAll(fineOf, 'penalty'))
  const [vague] = found.vague
  const particular = found.particular + found.named.length
  if (found.measures.length > 0 && (vague === undefined || particular + found.outcomes.length > 0)) {
    return concrete(`gives a measure (${quoteWords(found.measures)})`)
  }
  if (found.outcomes.length > 0 && (vague === undefined || particular > found.vague.length)) {
    return concrete(`names an outcome (${quoteWords(found.outcomes)})`)
  }
  // That `x` doesn't work is no praise: it can be tried.
  if (/^(?:no longer|again|fixed): |^已解决：/i.test(statement) && found.named.length > 0)
    return concrete(`names ${quoteWords(found.named)}`)
  // One word of praise among so many that can be looked at: `… rotates the page to the correct orientation`.
  const isBesides = found.vague.length === 1 && found.particular >= ofBesides
  if (vague !== undefined && !isBesides) {
    return {
      concrete: false,
      why: recordText('names nothing that can be looked at: everybody takes "{word}" for something else', {
        word: vague,
      }),
    }
  }
  if (found.named.length > 0) return concrete(`names ${quoteWords(found.named)}`)
  if (found.particular >= 2) return concrete('names what can be looked at')
  return { concrete: false, why: recordText('names nothing that can be looked at: it says too little') }
}

/** A criterion that a machine checks is testable as it stands; any other by its statement (spec 000 §7). */
export function isTestable(criterion: AcceptanceCriterion): Clarity {
  switch (criterion.check_method) {
    case 'static_check':
    case 'run_smoke_test':
    case 'ci_check':
      return concrete('is checked by a machine')
    case 'model_review':
    case 'manual_review':
      return judgeStatement(criterion.statement)
  }
}

/**
 * A person's criterion that says what the title says: the same words in the same order, but for those that name nothing.
 * "Add the page is done" repeats "Add a page".
 */
export function repeatsTitle({ check_method: method, statement }: AcceptanceCriterion, title: string): boolean {
  if (method !== 'manual_review' && method !== 'model_review') return false
  const said = tellingWords(statement)
  return said !== '' && said === tellingWords(title)
}

function tellingWords(text: string): string {
  const words =
    text
      .slice(0, longest)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .map((word) => word.replace(/(?<!已|了|完成)(?:已|了|完成)+$/u, ''))
    .filter((word) => word !== '' && !genericWords.has(word))
    .join(' ')
}

function concrete(why: string): Clarity {
  return { concrete: true, why }
}

function quoteWords(words: readonly string[]): string {
  return `"${(words[0] ?? '').slice(0, 60)}"`
}

function readStatement(text: string): Found {
  const found: Found = { outcomes: [], measures: [], named: [], vague: [], particular: 0 }
  let number: string | undefined
  for (const token of text.match(tokens) ?? []) {
    if ('`"“「'.includes(token[0] ?? '') || /^'.*'$/.test(token)) {
      if (/[\p{L}\p{N}]/u.test(token)) found.named.push(token)
      number = undefined
    } else if (/^[\u3400-\u9FFF\uF900-\uFAFF]/.test(token)) {
      readChinese(token, number, found)
      number = undefined
    } else number = readWord(trimMarks(token), number, found)
  }
  return found
}

/** Notes what a word is, and hands back the number it is, for the word after it. */
function readWord(token: string, number: string | undefined, found: Found): string | undefined {
  const word = token.toLowerCase().replace('’', "'")
  if (word === '') return number
  if (number !== undefined && unitWords.has(word)) found.measures.push(`${number} ${token}`)
  else if (vagueWords.has(word)) found.vague.push(word)
  else if (outcomeWords.has(word)) found.outcomes.push(token)
  else if (genericWords.has(word)) return undefined
  else if (countingWords.has(word)) return word
  else if (/^[<>=≤≥~$€-]*\d/.test(word)) return readNumber(word, found)
  else if (programWords.has(word) || isPath(token)) found.named.push(token)
  else if (word.length > 1) found.particular += 1
  return undefined
}

/** "500ms" and "85%" are measures, 401 is an outcome; "100%" is a figure of speech, and so may 2026 be. */
function readNumber(word: string, found: Found): string | undefined {
  const digits = word.replace(/^[^\d]+/, '')
  const unit = digits.replace(/^[\d.,:]+/, '')
  const value = digits.slice(0, digits.length - unit.length)
  if (unit !== '' && unitWords.has(unit) && word !== '100%') found.measures.push(word)
  else if (unit === '' && /^[1-5]\d\d$/.test(value) && value !== '100') found.outcomes.push(word)
  else if (unit !== '' && word !== '100%') found.particular += 1
  return unit === '' && !/^(?:19|20)\d\d$/.test(value) ? value : undefined
}

/** Chinese has no spaces: known words are taken out, and what is left over counts, two characters a word. */
function readChinese(text: string, number: string | undefined, found: Found): void {
  let rest = text
  const take = (words: readonly string[], into?: string[]): void => {
    for (const word of words) {
      if (!rest.includes(word)) continue
      into?.push(word)
      rest = rest.replaceAll(word, ' ')
    }
  }
  if (number !== undefined && /^(?:次|秒|毫秒|分钟|小时|天|个|行|条|页|字|倍|项|人|位|分|元|列|步)/.test(text)) {
    found.measures.push(`${number} ${text.slice(0, 2)}`)
  }
  take(chineseVague, found.vague)
  take(chineseOutcomes, found.outcomes)
  take(chineseGeneric)
  found.particular += rest.split(' ').reduce((words, part) => words + Math.ceil(part.length / 2), 0)
}

/** `src/a.ts`, `/blog?id=7`, `package.json`, `--verbose`, `max_age`, `fooBar()`; not "and/or", not "e.g". */
function isPath(token: string): boolean {
  if (/^--?[a-z]/.test(token) || /[\p{L}\d]_[\p{L}\d]/u.test(token)) return true
  if (token.includes('/')) return token.startsWith('/') || /\.[a-z\d]{1,5}$/i.test(token) || token.split('/').length > 2
  return /[\p{L}\d]\.[a-z][a-z\d]{0,4}$/iu.test(token) || /^[a-z]+[A-Z]/.test(token)
}

function trimMarks(token: string): string {
  let end = token.length
  while (end > 0 && ".:?'’*&".includes(token[end - 1] ?? '')) end -= 1
  let start = 0
  while (start < end && ":'’*&?".includes(token[start] ?? '')) start += 1
  return token.slice(start, end)
}
