/** A review as GitHub shows it today. */
export interface ShownReview {
  /** Null where the account is gone. */
  user: { id: number; login: string } | null
  /** GitHub's word: `APPROVED`, `CHANGES_REQUESTED`, `DISMISSED`, … */
  state: string
  commitSha: string | null
}

/** Reviews of pull requests, for who verifies. */
export interface PersonReviews {
  /** `gone`: there is no such review on that pull request. `not_allowed`: the token doesn't reach to pull requests. */
  find(pullRequest: number, id: number): Promise<ShownReview | 'gone' | 'not_allowed'>
}
