import { recordText } from '../language/message.ts'
import type { Hunk } from './read/parse-change.ts'

/** How much an edit can change what a program does, from its text alone. */
export interface EditJudgement {
  /** 0 for words only, 1 for an edit like any other, more for what faults are often made of. */
  weight: number
  why: string | null
  /** Numbers or arithmetic changed. */
  reckons: boolean
}

const prose = /\.(?:md|txt|rst|adoc)$/i
const commentLine = /^\s*(?:\/\/|#(?!!)|\/?\*|--\s|<!--|""")/

/** Comments, prose and layout do nothing; a comparison, a guard, a number, an `await` or a sign that changed do much. */
export function judgeEdit({ path, removed, added }: Hunk): EditJudgement {
  if (prose.test(path)) return { weight: 0.05, why: null, reckons: false }
  const before = removed.map(({ text }) => text).filter(isCode)
  const after = added.map(({ text }) => text).filter(isCode)
  if (squeeze(before) === squeeze(after)) return { weight: 0.05, why: null, reckons: false }
  if (isRename(before, after)) return { weight: 0.5, why: null, reckons: false }
  const lost = difference(before, after)
  const won = difference(after, before)
  const both = [...lost, ...won]
  if (lost.has('await') || lost.has('async'))
    return { weight: 1.6, why: recordText('it no longer awaits something'), reckons: false }
  if (lost.has('if') || lost.has('throw') || lost.has('raise') || lost.has('unless'))
    return { weight: 1.5, why: recordText('it took a guard away'), reckons: false }
  if (both.some((token) => /^(?:[<>]=?|[!=]==?|-(?:lt|le|gt|ge|eq|ne)|&&|\|\||!|not|and|or|\?\?)$/.test(token)))
    return { weight: 1.4, why: recordText('a condition changed'), reckons: false }
  if ([...lost].some((token) => /^-?\d/.test(token)) && [...won].some((token) => /^-?\d/.test(token)))
    return { weight: 1.4, why: recordText('a number changed'), reckons: true }
  if (before.length > 0 && both.some((token) => /^[+*/%-]$/.test(token)))
    return { weight: 1.3, why: recordText('the arithmetic changed'), reckons: true }
  if (lost.has('...')) return { weight: 1.3, why: recordText('it no longer copies something'), reckons: false }
  if (before.length > 0 && ![...lost].some(isWord)) return { weight: 0.8, why: null, reckons: false }
  if (before.length > 0 && after.length > 0) return { weight: 1.1, why: null, reckons: false }
  if (after.length === 0) return { weight: 1.1, why: recordText('it only took lines away'), reckons: false }
  return { weight: 0.8, why: null, reckons: false }
}

/** Not punctuation: where none is lost, an edit only puts what was there into other words. */
function isWord(token: string): boolean {
  return /^[\w'"$]/.test(token) && token !== 'return'
}

function isCode(line: string): boolean {
  return line.trim() !== '' && !commentLine.test(line)
}

function squeeze(lines: readonly string[]): string {
  return lines.join('').replaceAll(/[\s;,'"`()]/g, '')
}

function tokenise(lines: readonly string[]): string[] {
  const text = lines.join('\n').slice(0, 4_000)
  return (
    text.match(
      /'[^'\n]*'|"[^"\n]*"|\d+(?:\.\d+)?|-(?:lt|le|gt|ge|eq|ne)\b|[A-Za-z_$][\w$]*|\.{3}|=>|[<>=!]=?=?|&&|\|\||\?\?|\S/g,
    ) ?? []
  )
}

/** The same text but for one name that stands for another everywhere, both in the edit alone. */
function isRename(before: readonly string[], after: readonly string[]): boolean {
  const one = tokenise(before)
  const other = tokenise(after)
  if (one.length !== other.length) return false
  const pairs = new Map<string, string>()
  for (const [index, token] of one.entries()) {
    const now = other[index] ?? ''
    if (token === now && !pairs.has(token)) continue
    if (!/^[A-Za-z_$]/.test(token) || !/^[A-Za-z_$]/.test(now) || (pairs.get(token) ?? now) !== now) return false
    pairs.set(token, now)
  }
  return pairs.size === 1 && [...pairs].every(([from, to]) => count(one, from) > 1 && !one.includes(to))
}

function count(tokens: readonly string[], token: string): number {
  return tokens.filter((one) => one === token).length
}

/** Tokens of the first that occur more often there. */
function difference(one: readonly string[], other: readonly string[]): Set<string> {
  const rest = tokenise(other)
  const lost = new Set<string>()
  for (const token of tokenise(one)) {
    const at = rest.indexOf(token)
    if (at < 0) lost.add(token)
    else rest.splice(at, 1)
  }
  return lost
}
