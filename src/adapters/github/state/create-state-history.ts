import type { StateHistory } from '../../../application/ports/state/state-history.ts'
import type { HistoryCommit } from '../../../domain/records/seal/judge-history.ts'
import { readCommitChanges } from '../workflow-branch/read-commit-changes.ts'
import type { RepositoryName, RestClient } from '../client/rest-client.ts'

const perPage = 100

/**
 * The history through the API, with GitHub's verdict on each signature. What a commit changes is asked of the head alone:
 * its seal names its parent, so it vouches for those below as the App saw them. `isSigned`: whether that GitHub signs what
 * Apps commit at all.
 */
export function createStateHistory(client: RestClient, repository: RepositoryName, isSigned = true): StateHistory {
  return {
    async read(head) {
      const commits: HistoryCommit[] = []
      for (let page = 1; ; page += 1) {
        const asked = { ...repository, sha: head, per_page: perPage, page }
        const { data } = await client.rest.repos.listCommits(asked)
        for (const { sha, parents, commit } of data) {
          const verified = isSigned ? (commit.verification?.verified ?? null) : null
          const committedAt = commit.committer?.date ?? ''
          const ids = parents.map((parent) => parent.sha)
          commits.push({ sha, parents: ids, message: commit.message, changes: null, verified, committedAt })
        }
        if (data.length < perPage) break
      }
      const [newest] = commits
      if (newest !== undefined)
        newest.changes = await readCommitChanges(client, repository, newest.sha, newest.parents[0] ?? null)
      return commits.toReversed()
    },
  }
}
