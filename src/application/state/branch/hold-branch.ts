import { CountersignFault } from '../../../application/fault.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { assertOurHead, type HeadCommit } from './check-head.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { TrustedHead } from './known-state.ts'
import type { StateMac } from './state-mac.ts'

/** Reads may be stale for seconds (design 4.5): so long an older head than the newest that is known may be the old answer. */
const staleMs = 10_000

export interface HeadSight {
  /** null: there is no workflow branch. */
  commit: HeadCommit | null
  /** Work branches are there, so there was a workflow branch. */
  hasWork: boolean
  /** The newest head that this process wrote or has checked. */
  trusted: TrustedHead | undefined
  /** Milliseconds since `trusted.since`. */
  trustedMs: number
  /** Another process of the App wrote this commit or has checked it. */
  isNoted: boolean
  /** GitHub's id of the repository, as it answered just now. */
  repositoryId: number
}

/**
 * The workflow branch only ever goes on from the App's own commits. A commit of others, a branch that was moved back and
 * one that is gone hold everything (design 2.7). Throws `on_hold`, or `state_behind` where the
 * answer may just be an old one.
 */
export async function assertStands(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
  { commit, hasWork, trusted: remembered, trustedMs, isNoted, repositoryId }: HeadSight,
): Promise<void> {
  const trusted = await findStanding(client, repository, remembered)
  if (commit === null) {
    if (trusted === undefined && !hasWork) return
    throw trusted !== undefined && trustedMs < staleMs ? behind(trusted.sha) : missing(trusted?.sha)
  }
  const [isAhead] = await Promise.all([
    trusted === undefined || goesOnFrom(client, repository, trusted.sha, commit),
    isNoted || assertOurHead(client, mac, repository, commit, repositoryId),
  ])
  if (isAhead || trusted === undefined) return
  throw trustedMs < staleMs ? behind(trusted.sha) : movedBack(trusted.sha, commit.oid)
}

/** A head that an earlier process knew counts only where GitHub knows it too: the repository may have been made anew. */
async function findStanding(
  client: InstallationClient,
  repository: RepositoryRef,
  trusted: TrustedHead | undefined,
): Promise<TrustedHead | undefined> {
  if (trusted?.isRecalled !== true) return trusted
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, commit_sha: trusted.sha }
  try {
    await octokit.rest.git.getCommit(place)
    return trusted
  } catch (error) {
    // 409: a repository without any commit.
    if ([404, 409, 422].includes(statusOf(error) ?? 0)) return undefined
    return call('look for the head that was known', () => Promise.reject(error))
  }
}

async function goesOnFrom(
  client: InstallationClient,
  repository: RepositoryRef,
  trusted: string,
  commit: HeadCommit,
): Promise<boolean> {
  if (commit.parents.nodes.some(({ oid }) => oid === trusted)) return true
  return isAncestor(client, repository, trusted, commit.oid)
}

/** Whether `head` contains `sha`; false also where GitHub doesn't know `sha` any more. */
export async function isAncestor(
  client: InstallationClient,
  repository: RepositoryRef,
  sha: string,
  head: string,
): Promise<boolean> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, per_page: 1 }
  try {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...place, basehead: `${sha}...${head}` })
    return data.status === 'ahead' || data.status === 'identical'
  } catch (error) {
    // No such commit, or nothing in common.
    if (statusOf(error) === 404) return false
    return call('compare commits', () => Promise.reject(error))
  }
}

function behind(sha: string): CountersignFault {
  return new CountersignFault(
    'state_behind',
    `GitHub shows an older ${workflowBranch} than ${sha.slice(0, 7)}, which was its newest commit a moment ago`,
    'it is read again',
  )
}

function movedBack(known: string, seen: string): CountersignFault {
  return new CountersignFault(
    'on_hold',
    `${workflowBranch} was moved back: it was at ${known.slice(0, 7)} and is at ${seen.slice(0, 7)}, which does not contain it`,
    `A maintainer’s \`/doctor fix\` puts it at ${known} again. Where the older state is meant, see “Everything is on hold” in docs/operations.md.`,
  )
}

function missing(known: string | undefined): CountersignFault {
  const restored =
    known === undefined
      ? `Push its last commit again from a clone that has it: \`git push origin COMMIT:refs/heads/${workflowBranch}\`.`
      : `A maintainer’s \`/doctor fix\` puts it at ${known} again.`
  return new CountersignFault('on_hold', `the branch ${workflowBranch}, which holds all state, is gone`, restored)
}
