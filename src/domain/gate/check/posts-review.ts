import type { Configuration } from '../../configuration/configuration.ts'
import type { Review } from '../../records/review.ts'
import { rulesReviewer } from '../../plan/check-reviewer.ts'

/**
 * Whether a verdict is posted as a review of its pull request, beside its check run and its file, which are always there.
 * `when_needed`: where anybody but machines judged, or something is rejected, and what is approved after a rejection, whose
 * review would go on asking for changes.
 */
export function postsReview(
  post: Configuration['review']['post'],
  review: Review,
  reviews: readonly Pick<Review, 'task' | 'verdict'>[],
): boolean {
  switch (post) {
    case 'always':
      return true
    case 'never':
      return false
    case 'when_needed':
      return !isByMachine(review) || reviews.some((one) => one.task === review.task && one.verdict === 'REJECTED')
  }
}

function isByMachine({ reviewer, criteria }: Review): boolean {
  return reviewer === rulesReviewer && criteria.every(({ judge }) => judge === undefined)
}
