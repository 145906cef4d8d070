import type { Opinion } from '../../domain/records/review.ts'
import { renderScore } from '../text/amounts.ts'

/** What a model thinks of a version, a sentence each, to be neutralised: nothing was decided by it. */
export function listOpinion({ score, advice, doubts }: Opinion): string[] {
  return [
    `It gives it ${renderScore(score)}.`,
    ...doubts.map(({ id, why }) => `It doubts that what was found shows ${id}: ${why}`),
    ...advice,
  ]
}
