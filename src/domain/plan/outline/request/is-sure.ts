import type { StatedItem } from '../read/task-outline.ts'
import { findErrorLine } from './traces/find-error-line.ts'
import { namesParticular } from './judge-sentence.ts'
import { tellsState } from './tells-state.ts'
import { asksForTelling } from '../words/find-reason-to-decline.ts'

const goneOf = /^(?:No longer|Again): /
/** Where or when it is so: `Memory leak in the worker`. */
const placed = /\b(?:in|on|at|to|of|by|for|from|with|without|when|while|after|before|during|under|since)\b/i

/** Its author is not sure of it. */
const hedged =
  /\b(?:maybe|perhaps|probably|possibly|or something|or so|not sure|somehow|i guess|might be|could offer)\b|^i (?:understand|know|reali[sz]e|see) |也许|可能/i

/**
 * What was read may be put to a yes: it is in no doubt, and of what is to be gone something is told to happen, and not
 * only named ("Path traversal vulnerability").
 */
export function isSure({ text, doubtful }: StatedItem): boolean {
  if (doubtful === true || hedged.test(text)) return false
  if (!goneOf.test(text)) return true
  const gone = text.replace(goneOf, '')
  if (asksForTelling(gone)) return false
  return tellsState(gone) || placed.test(gone) || namesParticular(gone) || findErrorLine(gone) !== undefined
}
