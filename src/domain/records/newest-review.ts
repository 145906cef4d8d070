import type { Review } from './review.ts'

/** The review of a version that counts. Kept in the order they were submitted in: of equal times the later one. */
export function findNewestReview(reviews: readonly Review[], artifactId: string): Review | undefined {
  return findNewest(reviews.filter((review) => review.reviewed_artifact_id === artifactId))
}

/** Last by time of submission; undefined of none. */
export function findNewest(reviews: readonly Review[]): Review | undefined {
  let newest: Review | undefined
  for (const review of reviews) {
    if (newest === undefined || instantKey(review.submitted_at) >= instantKey(newest.submitted_at)) newest = review
  }
  return newest
}

/** Times are written in UTC; without the `Z` a whole second sorts before its fractions. */
function instantKey(time: string): string {
  return time.replace(/Z$/, '')
}
