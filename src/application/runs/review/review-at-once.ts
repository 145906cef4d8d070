import type { ActionOf } from '../../../domain/effects/effect.ts'
import { criteriaOf } from '../../../domain/gate/draft/version-criteria.ts'
import type { WorkEventBody } from '../../../domain/work/draft/work-event.ts'
import { explain } from '../../attempts/attempt-effect.ts'
import { gateAnswer } from '../../../domain/work/effects/gate-answer.ts'
import type { RunPlace } from '../../attempts/run-place.ts'
import type { MachinePorts, RecordPorts } from '../../ports/machine-ports.ts'
import { prepareReview } from './prepare-review.ts'
import { openReview } from './review-version.ts'

/** Somebody may be waiting to say `/pause`: a look that takes longer is a run like any other. */
const longestMs = 10_000

export type ReviewPorts = RecordPorts &
  Pick<MachinePorts, 'people' | 'ci' | 'workspace' | 'reviewer' | 'analyst' | 'timeAfter' | 'later' | 'log'>

/**
 * The review of a version that is judged by a look at its files, made where it is decided on: one commit for the version
 * and its verdict. Undefined where it has to be a run.
 */
export async function reviewAtOnce(
  ports: ReviewPorts,
  place: Pick<RunPlace, 'work' | 'configuration' | 'repository'>,
  action: ActionOf<'review_version'>,
  op: string,
): Promise<WorkEventBody | undefined> {
  const late = new AbortController()
  const review = prepareReview(place, action, late.signal)
  if (review === undefined || review.tests.length > 0) return undefined
  if (ports.reviewer.judgesAtOnce?.(criteriaOf(review.task, review.artifact)) !== true) return undefined
  const isLate = new Promise<undefined>((resolve) => {
    ports.later(longestMs, () => {
      late.abort()
      resolve(undefined)
    })
  })
  try {
    const looked = openReview(ports, review).look()
    // Left behind, it may fail with nobody there to hear of it.
    looked.catch(() => undefined)
    const gate = await Promise.race([looked, isLate])
    return gate && gateAnswer(op, gate)
  } catch (error) {
    ports.log('debug', 'a version was not reviewed at once', { op, why: explain(error) })
    return undefined
  }
}
