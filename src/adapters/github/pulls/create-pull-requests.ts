import type { ProbotOctokit } from 'probot'
import type { PullRequests, ReviewToPost } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { isTeam } from '../../../domain/people/reviewer-name.ts'
import { explainRefusedRef } from '../rules/explain-refused-ref.ts'
import { describePull } from '../webhook/read-pull-webhook.ts'
import { deleteBranches } from './delete-branches.ts'
import { findHead } from '../read/find-head.ts'
import { findPullId } from '../read/find-pull-id.ts'
import { findRepositoryId } from '../read/find-repository-id.ts'
import { findHeadBefore } from '../read/find-pusher.ts'
import { call, GitHubFault, statusOf, toGitHubFault } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { mergePull } from './merge-pull.ts'
import { openDraftPull } from './open-draft-pull.ts'
import { openPull, openPullWithCheck, setDraft } from './open-pull.ts'
import { reportAndMerge } from './report-and-merge.ts'
import { publishVersion } from './publish-version.ts'
import { checkKey, reportCheck } from './report-check.ts'

const maxReviewers = 15

export interface PullRequestsOptions {
  client: InstallationClient
  /** Of the App, whose check runs are ours: anybody with a token of a workflow may make one of the same name. */
  appId: number
  /** Logins of the bot and its second identity: a review with our mark counts only from them. */
  ourLogins: readonly string[]
  /** A second identity that may approve what the bot opened; null where there is none (design 2.5). */
  reviewer: ProbotOctokit | null
  wait: (ms: number) => Promise<void>
}

/** Branches, pull requests, reviews and check runs. */
export function createPullRequests({ client, appId, ourLogins, reviewer, wait }: PullRequestsOptions): PullRequests {
  const waitingChecks = new Map<string, number>()

  async function postReview(repository: RepositoryRef, review: ReviewToPost, again: boolean): Promise<void> {
    const octokit = reviewer ?? (await client.octokit(repository))
    const target = { ...placeOf(repository), pull_number: review.number }
    if (again) {
      const reviews = await call('look for the review', () =>
        octokit.paginate(octokit.rest.pulls.listReviews, { ...target, per_page: 100 }),
      )
      const ours = reviews.filter((one) => ourLogins.includes(one.user?.login ?? ''))
      if (ours.some((one) => one.body.startsWith(review.mark))) return
    }
    const event = reviewer === null ? 'COMMENT' : review.approved ? 'APPROVE' : 'REQUEST_CHANGES'
    try {
      await octokit.rest.pulls.createReview({ ...target, commit_id: review.headSha, event, body: review.body })
    } catch (error) {
      throw isOffPull(error) ? explainPushedOver(review, error) : toGitHubFault(error, 'post the review')
    }
  }

  return {
    async createBranch(repository, branch, sha) {
      const octokit = await client.octokit(repository)
      const place = placeOf(repository)
      try {
        await octokit.rest.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha })
      } catch (error) {
        // It stands already, from an earlier try or an earlier loop of this plan: what is on it stays.
        const why = await explainRefusedRef(client, repository, { branch, expected: null }, error)
        if (why !== 'moved') throw why
      }
    },

    findHead: (repository, branch) => findHead(client, repository, branch),

    async findDefaultBranch(repository) {
      const octokit = await client.octokit(repository)
      const { data } = await call('read the repository', () => octokit.rest.repos.get(placeOf(repository)))
      return data.default_branch
    },

    publish: (repository, version, again) => publishVersion(client, repository, version, again),

    open: (repository, pull) => openPull(client, repository, pull),

    openWithCheck: (repository, pull, check) => openPullWithCheck(client, repository, pull, check),

    openDraft: (repository, draft, again) => openDraftPull(client, repository, draft, again),

    postReview,

    report: (repository, check, again) =>
      reportCheck({ client, appId, waiting: waitingChecks }, repository, check, again),

    async requestReviewers(repository, number, names) {
      const asked = names.slice(0, maxReviewers)
      if (await requestReview(client, repository, number, asked)) return
      // Somebody who left can't be asked and would keep the others from it; the status comment names them all the same.
      if (asked.length > 1) for (const name of asked) await requestReview(client, repository, number, [name])
    },

    deleteBranches: (repository, branches) => deleteBranches(client, repository, branches),

    merge: (repository, merge) => mergePull({ client, ourLogins, wait }, repository, merge),

    async postAndMerge(repository, { check, review }, merge) {
      // One that waits is concluded in place.
      if (check.hasWaited || waitingChecks.has(checkKey(repository, check))) return null
      const repositoryId = await findRepositoryId(client, repository)
      const pullRequestId = await findPullId(client, repository, merge.number)
      // A rule may ask for it before the merge.
      if (review !== null) await postReview(repository, review, false)
      const outcome = await reportAndMerge(client, repository, { repositoryId, pullRequestId }, check, merge)
      if (outcome.mergeSha !== null) client.pullIds.forget(repository, merge.number)
      return outcome
    },

    async findMergeCommit(repository, number) {
      const octokit = await client.octokit(repository)
      const { data } = await call('read the pull request', () =>
        octokit.rest.pulls.get({ ...placeOf(repository), pull_number: number }),
      )
      return data.merged ? data.merge_commit_sha : null
    },

    async describe(repository, number) {
      const octokit = await client.octokit(repository)
      try {
        return describePull((await octokit.rest.pulls.get({ ...placeOf(repository), pull_number: number })).data)
      } catch (error) {
        if (statusOf(error) === 404) return null
        return call('read the pull request', () => Promise.reject(error))
      }
    },

    headBefore: (repository, branch, sha) => findHeadBefore(client, repository, branch, sha),

    async close(repository, number) {
      const octokit = await client.octokit(repository)
      await call('close the pull request', () =>
        octokit.rest.pulls.update({ ...placeOf(repository), pull_number: number, state: 'closed' }),
      )
    },

    async rewrite(repository, number, body) {
      const octokit = await client.octokit(repository)
      await call('write the pull request anew', () =>
        octokit.rest.pulls.update({ ...placeOf(repository), pull_number: number, body }),
      )
    },

    async setDraft(repository, number, draft) {
      const octokit = await client.octokit(repository)
      const pull = await call('read the pull request', () =>
        octokit.rest.pulls.get({ ...placeOf(repository), pull_number: number }),
      )
      if (pull.data.draft === draft) return
      await setDraft(client, repository, pull.data.node_id, draft)
    },
  }
}

/** Somebody pushed over the commit by force. On the newest one the review would approve what nobody looked at. */
function isOffPull(error: unknown): boolean {
  return statusOf(error) === 422 && error instanceof Error && /not part of the pull request/i.test(error.message)
}

function explainPushedOver({ headSha, number }: { headSha: string; number: number }, cause: unknown): GitHubFault {
  const where = "the verdict is on record and on the commit's check run, not in a review"
  const message = `commit ${headSha.slice(0, 7)} is no longer in pull request #${number}: ${where}`
  return new GitHubFault('github_refused', message, '', { status: 422, cause })
}

/** False where GitHub refuses one of them, as each team of an App without `members: read`. */
async function requestReview(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
  names: string[],
): Promise<boolean> {
  const octokit = await client.octokit(repository)
  try {
    const teams = names.filter((name) => isTeam(name)).map((name) => name.slice(name.indexOf('/') + 1))
    await octokit.rest.pulls.requestReviewers({
      ...placeOf(repository),
      pull_number: number,
      reviewers: names.filter((name) => !isTeam(name)),
      ...(teams.length > 0 ? { team_reviewers: teams } : {}),
    })
    return true
  } catch (error) {
    if (statusOf(error) !== 422) await call('ask for review', () => Promise.reject(error))
    return false
  }
}

function placeOf(repository: RepositoryRef): { owner: string; repo: string } {
  return { owner: repository.owner, repo: repository.name }
}
