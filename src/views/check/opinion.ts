import type { Opinion } from '../../domain/records/review.ts'
import { renderScore } from '../text/amounts.ts'
import { t } from '../language/t.ts'

/** What a model thinks of a version, a sentence each, to be neutralised: nothing was decided by it. */
export function listOpinion({ score, advice, doubts }: Opinion): string[] {
  return [
    t('It gives it {score}.', { score: renderScore(score) }),
    ...doubts.map(({ id, why }) => t('It doubts that what was found shows {criterion}: {why}', { criterion: id, why })),
    ...advice,
  ]
}
