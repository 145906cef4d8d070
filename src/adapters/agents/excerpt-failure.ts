import { findErrorLine } from '../../domain/plan/outline/request/traces/find-error-line.ts'
import { removeColours } from './last-lines.ts'

const longestLine = 300
const linesBefore = 5
const linesAtEnd = 5

export interface FailureExcerpt {
  /** The line that says what failed; undefined where none does. */
  error: string | undefined
  lines: string[]
  /** How many lines of the output are not among them. */
  leftOut: number
}

/**
 * What a failed command printed, for people: from shortly before the line that says what failed, else the end; without
 * what Node.js adds of itself.
 */
export function excerptFailure(output: string, maxLines: number, maxLength: number): FailureExcerpt {
  const printed = removeColours(output)
    .split(/\r?\n|\r/)
    .map((line) => shortenLine(line.trimEnd()))
    .filter((line) => line !== '')
  const own = printed.filter((line, at) => !isOfNode(line) && !isThrown(printed, at))
  const all = own.length === 0 ? printed : own
  const at = findError(all, printed.length > all.length)
  let most = maxLines
  let lines = cut(all, at, most)
  while (most > 1 && lines.join('\n').length > maxLength) lines = cut(all, at, --most)
  const shown = lines.filter((line) => line !== cutMark).length
  return { error: at === -1 ? undefined : tellError(all, at), lines, leftOut: printed.length - shown }
}

const cutMark = '…'

function shortenLine(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)}…`
}

/** Frames inside of Node.js, and its version under an error that nobody caught. */
function isOfNode(line: string): boolean {
  return /^\s*at (?:.* \()?node:/.test(line) || /^Node\.js v\d/.test(line)
}

/** The place inside of Node.js where an error was thrown, the line that throws it and the mark below that. */
function isThrown(lines: readonly string[], at: number): boolean {
  const from = [at, at - 1, at - 2].find((one) => /^node:[\w/]+:\d+$/.test(lines[one] ?? ''))
  return from === at || (from !== undefined && /^\s+(?:throw\b|\^+$)/.test(lines[at] ?? ''))
}

/** The first that tells of an error; where Node.js died of one, the last: those before it were dealt with. */
function findError(lines: readonly string[], isNode: boolean): number {
  const tells = (line: string) => findErrorLine(withoutCode(line)) !== undefined
  return isNode ? lines.findLastIndex((line) => /^\S/.test(line) && tells(line)) : lines.findIndex(tells)
}

/** `AssertionError [ERR_ASSERTION]: no` tells no less than one without its code. */
function withoutCode(line: string): string {
  return line.trimStart().replace(/ \[\w{1,60}\]:/, ':')
}

function tellError(lines: readonly string[], at: number): string {
  const line = lines[at]?.trim() ?? ''
  const next = lines[at + 1]?.trim() ?? ''
  // Values that differ stand below the words of an assertion.
  return line.endsWith(':') && !/^(?:at |\+ actual)/.test(next) ? `${line} ${next}`.trim() : line
}

function cut(lines: readonly string[], at: number, most: number): string[] {
  if (at === -1) return lines.slice(-most)
  const before = Math.min(linesBefore, Math.max(0, most - 1))
  const from = lines.slice(Math.max(0, at - before))
  if (from.length <= most) return from
  const atEnd = most > 3 * linesAtEnd ? linesAtEnd : 0
  return atEnd === 0 ? from.slice(0, most) : [...from.slice(0, most - atEnd), cutMark, ...from.slice(-atEnd)]
}
