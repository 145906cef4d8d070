import type { ProbotOctokit } from 'probot'
import type { CheckReport, Merged, PullRequests } from '../../application/ports/pull-requests.ts'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import { call, statusOf } from './github-fault.ts'
import { type InstallationClient, query } from './installation-client.ts'
import { openPull } from './open-pull.ts'
import { publishVersion } from './publish-version.ts'

const maxReviewers = 15

export interface PullRequestsOptions {
  client: InstallationClient
  /** Logins of the bot and its second identity: a review with our mark counts only from them. */
  ourLogins: readonly string[]
  /** A second identity that may approve what the bot opened; null where there is none (design 2 "The bot's review"). */
  reviewer: ProbotOctokit | null
  wait: (ms: number) => Promise<void>
}

/** Branches, pull requests, reviews and check runs. */
export function createPullRequests({ client, ourLogins, reviewer, wait }: PullRequestsOptions): PullRequests {
  /** Check run of a review while it waits, by external id. */
  const checkRuns = new Map<string, number>()
  return {
    async createBranch(repository, branch, sha) {
      const octokit = await client.octokit(repository)
      const place = placeOf(repository)
      try {
        await octokit.rest.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha })
      } catch (error) {
        // It stands already, from an earlier try or an earlier loop of this plan: what is on it stays.
        if (!(await hasBranch(client, repository, branch))) await call('create the branch', () => Promise.reject(error))
      }
    },

    hasBranch: (repository, branch) => hasBranch(client, repository, branch),

    publish: (repository, version, again) => publishVersion(client, repository, version, again),

    open: (repository, pull) => openPull(client, repository, pull),

    async postReview(repository, review, again) {
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
      await call('post the review', () =>
        octokit.rest.pulls.createReview({ ...target, commit_id: review.headSha, event, body: review.body }),
      )
    },

    report: (repository, check, again) => reportCheck(client, repository, check, checkRuns, again),

    async requestReviewers(repository, number, logins) {
      const asked = logins.slice(0, maxReviewers)
      if (await requestReview(client, repository, number, asked)) return
      // Somebody who left can't be asked and would keep the others from it; the status comment names them all the same.
      if (asked.length > 1) for (const login of asked) await requestReview(client, repository, number, [login])
    },

    async merge(repository, merge) {
      const merged = await mergePull(client, repository, merge, wait)
      if (merged.kind !== 'moved') return merged
      return { ...merged, isOurs: ourLogins.includes((await findAuthor(client, repository, merged.head)) ?? '') }
    },

    async close(repository, number) {
      const octokit = await client.octokit(repository)
      await call('close the pull request', () =>
        octokit.rest.pulls.update({ ...placeOf(repository), pull_number: number, state: 'closed' }),
      )
    },

    async setDraft(repository, number, draft) {
      const octokit = await client.octokit(repository)
      const pull = await call('read the pull request', () =>
        octokit.rest.pulls.get({ ...placeOf(repository), pull_number: number }),
      )
      if (pull.data.draft === draft) return
      const field = draft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview'
      const document = `mutation($id: ID!) { ${field}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`
      await call('change the draft state', () => query(client, repository, document, { id: pull.data.node_id }))
    },
  }
}

async function hasBranch(client: InstallationClient, repository: RepositoryRef, branch: string): Promise<boolean> {
  const octokit = await client.octokit(repository)
  try {
    await octokit.rest.git.getRef({ ...placeOf(repository), ref: `heads/${branch}` })
    return true
  } catch (error) {
    if (statusOf(error) === 404) return false
    return call('look for the branch', () => Promise.reject(error))
  }
}

/** False where GitHub refuses one of them. */
async function requestReview(
  client: InstallationClient,
  repository: RepositoryRef,
  number: number,
  reviewers: string[],
): Promise<boolean> {
  const octokit = await client.octokit(repository)
  try {
    await octokit.rest.pulls.requestReviewers({ ...placeOf(repository), pull_number: number, reviewers })
    return true
  } catch (error) {
    if (statusOf(error) !== 422) await call('ask for review', () => Promise.reject(error))
    return false
  }
}

function placeOf(repository: RepositoryRef): { owner: string; repo: string } {
  return { owner: repository.owner, repo: repository.name }
}

async function reportCheck(
  client: InstallationClient,
  repository: RepositoryRef,
  check: CheckReport,
  checkRuns: Map<string, number>,
  again: boolean,
): Promise<void> {
  const octokit = await client.octokit(repository)
  const place = placeOf(repository)
  const known = checkRuns.get(check.externalId) ?? (again ? await findCheck(client, repository, check) : undefined)
  const state =
    check.conclusion === null
      ? { status: 'in_progress' as const }
      : { status: 'completed' as const, conclusion: check.conclusion }
  const annotations = check.annotations.slice(0, 50).map((one) => ({
    path: one.path,
    start_line: one.line,
    end_line: one.line,
    annotation_level: one.level,
    message: one.message,
  }))
  const output = { title: check.title, summary: check.summary, text: check.text, annotations }
  // GitHub shows the button on its own page of the check; pressing it is `/retry` of the task.
  const actions =
    check.conclusion === 'success'
      ? []
      : [{ label: 'Try again', description: 'Has the task done again', identifier: 'retry' }]
  if (known !== undefined) {
    await call('update the check run', () =>
      octokit.rest.checks.update({ ...place, check_run_id: known, ...state, output, actions }),
    )
    if (check.conclusion !== null) checkRuns.delete(check.externalId)
    return
  }
  const made = await call('create the check run', () =>
    octokit.rest.checks.create({
      ...place,
      name: check.name,
      head_sha: check.headSha,
      external_id: check.externalId,
      ...state,
      output,
      actions,
    }),
  )
  if (check.conclusion === null) checkRuns.set(check.externalId, made.data.id)
}

async function findCheck(
  client: InstallationClient,
  repository: RepositoryRef,
  check: CheckReport,
): Promise<number | undefined> {
  const octokit = await client.octokit(repository)
  const found = await call('look for the check run', () =>
    octokit.rest.checks.listForRef({
      ...placeOf(repository),
      ref: check.headSha,
      check_name: check.name,
      per_page: 100,
    }),
  )
  return found.data.check_runs.find((one) => one.external_id === check.externalId)?.id
}

const mergeTries = 6

/** Merges with the head's `sha`; 405 while mergeability isn't known yet is asked again, 409 is a moved head. */
async function mergePull(
  client: InstallationClient,
  repository: RepositoryRef,
  merge: { number: number; headSha: string; title: string },
  wait: (ms: number) => Promise<void>,
): Promise<Exclude<Merged, { kind: 'moved' }> | { kind: 'moved'; head: string }> {
  const octokit = await client.octokit(repository)
  const target = { ...placeOf(repository), pull_number: merge.number }
  for (let tries = 1; ; tries += 1) {
    try {
      const done = await octokit.rest.pulls.merge({
        ...target,
        sha: merge.headSha,
        merge_method: 'merge',
        commit_title: merge.title,
      })
      return { kind: 'merged', sha: done.data.sha }
    } catch (error) {
      const status = statusOf(error)
      if (status !== null && status !== 405 && status !== 409 && status < 500)
        await call('merge', () => Promise.reject(error))
    }
    const pull = await call('read the pull request', () => octokit.rest.pulls.get(target))
    if (pull.data.merged && pull.data.head.sha !== merge.headSha) return { kind: 'spent' }
    if (pull.data.merged) return { kind: 'merged', sha: pull.data.merge_commit_sha ?? pull.data.base.sha }
    // The head of a closed one stays where it was, whatever becomes of the branch.
    if (pull.data.state === 'closed') return { kind: 'conflict', why: 'its pull request is closed' }
    if (pull.data.head.sha !== merge.headSha) return { kind: 'moved', head: pull.data.head.sha }
    if (pull.data.mergeable === false) return { kind: 'conflict', why: 'it conflicts with what was merged before it' }
    if (pull.data.mergeable === true && tries > 1) return mergeByBranch(client, repository, merge, pull.data)
    if (tries === mergeTries) return { kind: 'conflict', why: 'GitHub did not say whether it can be merged' }
    await wait(100 * 2 ** tries)
  }
}

/** Login of who wrote a commit, as far as GitHub knows. */
async function findAuthor(
  client: InstallationClient,
  repository: RepositoryRef,
  ref: string,
): Promise<string | undefined> {
  const octokit = await client.octokit(repository)
  const { data } = await call('see who moved the branch', () =>
    octokit.rest.repos.getCommit({ ...placeOf(repository), ref }),
  )
  return data.author !== null && 'login' in data.author ? data.author.login : undefined
}

/** Where merge commits are forbidden for pull requests: merging the branches marks the pull request merged (design 3, decision 3). */
async function mergeByBranch(
  client: InstallationClient,
  repository: RepositoryRef,
  merge: { headSha: string; title: string },
  pull: { base: { ref: string } },
): Promise<Merged> {
  const octokit = await client.octokit(repository)
  try {
    const done = await octokit.rest.repos.merge({
      ...placeOf(repository),
      base: pull.base.ref,
      head: merge.headSha,
      commit_message: merge.title,
    })
    const head =
      done.status === 201
        ? done.data.sha
        : (await octokit.rest.repos.getBranch({ ...placeOf(repository), branch: pull.base.ref })).data.commit.sha
    return { kind: 'merged', sha: head }
  } catch (error) {
    if (statusOf(error) === 409) return { kind: 'conflict', why: 'it conflicts with what was merged before it' }
    return call('merge the branches', () => Promise.reject(error))
  }
}
