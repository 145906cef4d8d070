import { recordText } from '../../language/message.ts'
import type { Reach } from '../measure-reach.ts'
import type { ScoreReason, FailureContext, RunContext } from './score-context.ts'
import type { HunkLocation } from './locate-hunk.ts'

/** What other tests reach as well, and passed, is suspected less. */
export function scoreReach(location: HunkLocation, { reach }: FailureContext, { others }: RunContext): ScoreReason[] {
  if (reach === null) return []
  const found = findDistance(location, reach)
  if (found === undefined) return []
  const shared = others.filter((other) => (findDistance(location, other)?.distance ?? Infinity) <= found.distance)
  const share = others.length === 0 ? 0 : shared.length / others.length
  const points = 4 * 0.82 ** (found.distance - 1) * (1 - 0.6 * share)
  const way = found.way.slice(0, 6).join(' → ')
  return [
    {
      points,
      text: way === '' ? recordText('the test loads its file') : recordText('the test leads to it by {way}', { way }),
    },
  ]
}

function findDistance({ path, touched, holding, inner }: HunkLocation, { steps, files }: Reach) {
  let best: { distance: number; way: string[] } | undefined
  for (const block of touched) {
    const step = steps.get(block)
    if (step === undefined) continue
    // A class that is reached doesn't mean that this method of it is.
    const distance = step.distance + (inner !== undefined && block !== inner && holding.has(block) ? 1 : 0)
    if (best === undefined || distance < best.distance) best = { distance, way: step.way }
  }
  const file = files.get(path)
  return best ?? (file === undefined || touched.length > 0 ? undefined : { distance: file + 2, way: [] })
}
