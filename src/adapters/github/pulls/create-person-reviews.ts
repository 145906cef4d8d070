import type { PersonReviews } from '../../../application/ports/forge/person-reviews.ts'
import { statusOf, toGitHubFault } from '../client/github-fault.ts'
import type { RepositoryName, RestClient } from '../client/rest-client.ts'

/** GitHub takes deleted accounts for this one, where it names any. */
const ghost = 'ghost'

/** Asks GitHub for reviews, each by its id. */
export function createPersonReviews(client: RestClient, repository: RepositoryName): PersonReviews {
  return {
    async find(pullRequest, id) {
      try {
        const asked = { ...repository, pull_number: pullRequest, review_id: id }
        const { user, state, commit_id: commitSha } = (await client.rest.pulls.getReview(asked)).data
        const isKnown = user !== null && user.login !== ghost
        return { user: isKnown ? { id: user.id, login: user.login } : null, state, commitSha }
      } catch (error) {
        const fault = toGitHubFault(error, 'look at a review')
        if (fault.code === 'github_unavailable') throw fault
        if (statusOf(fault) === 404) return 'gone'
        if (statusOf(fault) === 403) return 'not_allowed'
        throw fault
      }
    },
  }
}
