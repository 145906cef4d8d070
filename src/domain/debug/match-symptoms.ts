import { recordText } from '../language/message.ts'
import type { Hunk } from './read/parse-change.ts'
import type { TestFailure } from './read/read-failures.ts'

interface Symptom {
  /** In the failure's text. */
  said: RegExp
  /** In a changed line; `lost` of those removed, `changed` of either side. */
  lost?: RegExp
  changed?: RegExp
  points: number
  text: string
}

const knownSymptoms: Symptom[] = [
  {
    said: /\bPromise\b|<pending>|\[object Promise\]|was never awaited|coroutine/,
    lost: /\bawait\b|\.then\(/,
    points: 4,
    text: recordText('it no longer awaits what the failure got as a promise'),
  },
  {
    said: /does not provide an export|cannot import name|Cannot find module|ERR_MODULE_NOT_FOUND|No module named|is not exported/,
    changed: /\b(?:import|export|require|from)\b/,
    points: 3,
    text: recordText('it changed an import or export, and one fails'),
  },
  {
    said: /is not a function|has no attribute|is not defined|undefined \(reading|NameError|KeyError|unbound variable|undefined:/,
    changed: /\b(?:function|def|class|const|let)\b|[{,]\s*\w+\s*[,:}]|\.\w+|\['/,
    points: 1,
    text: recordText('it changed names, and a name is missing'),
  },
  {
    said: /Missing expected (?:exception|rejection)|did not throw|not raised|DID NOT RAISE|expected .{0,40} to throw/,
    lost: /\b(?:throw|raise|if|reject|assert|exit|return)\b/,
    points: 3.5,
    text: recordText('it took a refusal away, and one is missing'),
  },
  {
    said: /Maximum call stack|recursion depth|stack overflow/i,
    changed: /\breturn\b|\bif\b/,
    points: 1.5,
    text: recordText('it changed where a recursion may end'),
  },
  {
    said: /\bNaN\b/,
    changed: /Number|parse|[*/+-]|\.\w+/,
    points: 1,
    text: recordText('it changed what is reckoned with, and NaN came'),
  },
  {
    said: /timed? ?out|asynchronous activity|pending but the event loop|cancelledByParent/i,
    changed: /\b(?:while|for|until|setTimeout|setInterval|sleep|await|resolve|close|end|next|clear\w+)\b/,
    points: 3,
    text: recordText('it changed a loop or a wait, and the test does not end'),
  },
  {
    said: /SyntaxError|IndentationError|Unexpected token|syntax error/,
    changed: /[{}()[\]:;]|\bfi\b|\bdone\b/,
    points: 0.5,
    text: recordText('it changed the syntax'),
  },
]

/** What kinds of failure go with what kinds of edit. */
export function matchSymptoms(hunk: Hunk, failure: TestFailure, timedOut: boolean): { points: number; text: string }[] {
  const said = timedOut ? `${failure.text}\ntimed out` : failure.text
  const lost = hunk.removed.map(({ text }) => text).join('\n')
  const won = hunk.added.map(({ text }) => text).join('\n')
  return knownSymptoms
    .filter((symptom) => symptom.said.test(said))
    .filter(
      ({ lost: inLost, changed }) =>
        (inLost !== undefined && count(lost, inLost) > count(won, inLost)) ||
        (changed !== undefined && changed.test(`${lost}\n${won}`)),
    )
    .map(({ points, text }) => ({ points, text }))
}

function count(text: string, pattern: RegExp): number {
  return text.split(new RegExp(pattern.source, 'g')).length
}
