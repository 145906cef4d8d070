import { recordText } from '../../language/message.ts'
import type { EditJudgement } from '../judge-edit.ts'
import type { Hunk } from '../read/parse-change.ts'
import type { ScoreReason, FailureContext } from './score-context.ts'

/** Values of the failure in changed lines, and numbers that differ by as much as what came and what should have. */
export function scoreValues(hunk: Hunk, { words }: FailureContext): ScoreReason[] {
  const before = hunk.removed.map(({ text }) => text).join('\n')
  const after = hunk.added.map(({ text }) => text).join('\n')
  for (const { got, wanted } of words.pairs) {
    for (const [one, other] of changedNumbers(before, after)) {
      const isScaled = one !== 0 && wanted !== 0 && wanted !== got && near(other / one, got / wanted)
      const isMoved = got !== wanted && near(other - one, got - wanted)
      if (isScaled || isMoved)
        return [
          {
            points: 3,
            text: recordText('{one} became {other}, as {got} came where {wanted} should have', {
              one,
              other,
              got,
              wanted,
            }),
          },
        ]
    }
  }
  const found = [...words.values].find((value) => hasValue(after, value) !== hasValue(before, value))
  return found === undefined
    ? []
    : [{ points: 2, text: recordText('it has to do with {value}, which the failure tells', { value: found }) }]
}

/** Where numbers differ, what reckons is suspected before what decides or tells. */
export function scoreReckoning({ reckons }: EditJudgement, { words }: FailureContext): ScoreReason[] {
  return reckons && words.pairs.length > 0
    ? [{ points: 1.2, text: recordText('it changed what is reckoned, and a number is wrong') }]
    : []
}

/** Numbers that took each other's place, in order. */
function changedNumbers(before: string, after: string): [number, number][] {
  const read = (text: string) =>
    [...text.slice(0, 4_000).matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g)].map(([one]) => Number(one.replaceAll('_', '')))
  const [old, now] = [read(before), read(after)]
  if (old.length !== now.length) return []
  return old
    .flatMap((one, index): [number, number][] => (one === now[index] ? [] : [[one, now[index] ?? one]]))
    .slice(0, 20)
}

function near(one: number, other: number): boolean {
  return Number.isFinite(one) && Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other))
}

function hasValue(text: string, value: string): boolean {
  const bare = value.replace(/^['"]|['"]$/g, '')
  return bare.length > 1 && text.includes(bare)
}
