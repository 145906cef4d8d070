import { findTracePath } from './request/traces/find-trace-path.ts'
import { splitSentences } from './words/split-sentences.ts'

/** Of text, and not of code of a language. */
const opening = /^(`{3,}|~{3,})[ \t]*(?:te?xt|plain(?:text)?|markdown|md)?$/i
const label = /^[*_#]{0,4}[A-Z][\w ]{2,30}:/
const sentenceLine = /^[\p{Lu}\d*-][^{};=<>]{20,}[.!?]$/u
const ofProse = 2
/** What a tracker adds below the issue that it took over. */
const ofMove = /^\W*$|^\W*(?:original issue|(?:merged|moved|migrated|imported) (?:into|to|from))\b/i

/** An issue that somebody put into one code block as a whole, without the block; its lines keep their numbers. */
export function unwrapFence(body: string): string {
  const lines = body.split('\n').map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== '')
  const mark = opening.exec(lines[first] ?? '')?.[1]
  const last = lines.findIndex((line, index) => index > first && line.trimStart() === mark)
  if (mark === undefined || last < 0 || !lines.slice(last + 1).every((line) => ofMove.test(line))) return body
  const inside = lines.slice(first + 1, last)
  if (inside.some((line) => line.includes(mark)) || findTracePath(inside.join('\n')).length > 0) return body
  const told = inside.flatMap((line) => splitSentences(line)).filter((one) => sentenceLine.test(one)).length
  const labels = inside.filter((line) => label.test(line.trimStart())).length
  const isMoved = lines.slice(last + 1).some((line) => line.trim() !== '')
  if (told + labels < (isMoved ? 0 : ofProse)) return body
  return lines.map((line, index) => (index === first || index === last ? '' : line)).join('\n')
}
