import { countTextLines } from '../../../domain/content/count-text-lines.ts'
import { RE2JS, RE2JSException } from 're2js'
import { askPerson, fail, pass, type CriterionFinding } from './finding.ts'
import type { Target } from './read-targets.ts'
import { recordText } from '../../../domain/language/message.ts'

const maxSearchedBytes = 10_000_000

/** Searches a file for a pattern, `^` and `$` at each line, in time linear to the file (RE2, no backtracking). */
export function findPattern({ path, bytes }: Target, pattern: string): CriterionFinding {
  if (bytes.length > maxSearchedBytes)
    return fail(recordText('{path} has {bytes} bytes, more than are searched', { path, bytes: bytes.length }))
  const expression = compile(pattern)
  if (typeof expression === 'string') return askPerson(expression)
  const text = Buffer.from(bytes).toString('utf8')
  const matcher = expression.matcher(text)
  if (!matcher.find())
    return fail(
      recordText('/{pattern}/ not found in {path} ({lines} lines)', { pattern, path, lines: countTextLines(text) }),
    )
  const line = text.slice(0, matcher.start()).split('\n').length

  return pass(recordText('/{pattern}/ found at {place}', { pattern, place: `${path}:${line}` }))
}

/** The compiled pattern, or why RE2 can't read it (lookaround and back references are not in it). */
function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.MULTILINE)
  } catch (error) {
    if (error instanceof RE2JSException) return recordText("the pattern can't be read: {why}", { why: error.message })
    throw error
  }
}
