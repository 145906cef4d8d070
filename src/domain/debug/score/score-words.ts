import { recordText } from '../../language/message.ts'
import type { Hunk } from '../read/parse-change.ts'
import type { ScoreReason, FailureContext, RunContext } from './score-context.ts'
import { namesOfHunk } from './names-of-hunk.ts'

/** Names that the failure speaks of, in changed lines: the fewer hunks have them, the more they tell. */
export function scoreWords(hunk: Hunk, { words, failure }: FailureContext, { spread }: RunContext): ScoreReason[] {
  const reasons: ScoreReason[] = []
  for (const name of namesOfHunk(hunk)) {
    const parts = name.split(/_|(?=[A-Z])/).map((part) => part.toLowerCase())
    const weight = words.names.get(name) ?? 0.6 * Math.max(0, ...parts.map((part) => words.names.get(part) ?? 0))
    if (weight === 0) continue
    const rare = 1 / (spread.get(name) ?? 1)
    reasons.push({ points: 1.6 * weight * rare, text: recordText('the failure speaks of {name}', { name }) })
  }
  const stem = hunk.path.split('/').at(-1) ?? hunk.path
  const isNamed = failure.frames.every(({ path }) => path !== hunk.path) && failure.text.includes(stem)
  if (isNamed) reasons.push({ points: 1.5, text: recordText('the failure names {file}', { file: stem }) })
  return reasons.toSorted((one, other) => other.points - one.points).slice(0, 3)
}
