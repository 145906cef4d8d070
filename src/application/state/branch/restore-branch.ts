import { mayPass } from '../../../application/effects/attempt-effect.ts'
import { CountersignFault } from '../../../application/fault.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Restoration } from '../../../application/ports/state/state-store.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { assertOurHead, type HeadCommit } from '../workflow-branch/check-head.ts'
import { createMender } from '../pulls/create-mender.ts'
import { call, statusOf } from '../client/github-fault.ts'
import { isAncestor } from '../workflow-branch/hold-branch.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'

/** Among so many of the newest commits is looked for one of the App. */
const maxCommits = 100
const maxTries = 4

export interface RestoreOptions {
  /** The newest head that this App knows. */
  known: string | undefined
  /** Hears what is about to be done. */
  before?: ((restoration: Restoration) => Promise<void>) | undefined
}

/**
 * Puts the workflow branch at the newest commit of the App: the newest one below its head, or `known`, where that one is
 * newer still (the branch was moved back) or the branch is gone. null where it stands there already.
 */
export async function restoreStateBranch(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
  { known, before = () => Promise.resolve() }: RestoreOptions,
): Promise<Restoration | null> {
  const commits = await listCommits(client, repository)
  const was = commits[0]?.oid ?? null
  const ours = commits.length === 0 ? undefined : await findOurs(client, mac, repository, commits)
  const at = await newer(client, repository, known, ours)
  if (at === undefined) throw unknown(was)
  if (at === was) return null
  await before({ at, was })
  const outcome = await putBack(client, repository, at, was)
  if (outcome === 'restored') return { at, was }
  throw new CountersignFault('state_busy', `${workflowBranch} moved while it was put back`, 'ask for it again')
}

/** What wasn't answered is tried again here: later, a branch that is back would leave `/doctor fix` another meaning. Each try looks first. */
async function putBack(client: InstallationClient, repository: RepositoryRef, sha: string, seen: string | null) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await createMender(client).restoreBranch(repository, { branch: workflowBranch, sha, seen })
    } catch (error) {
      if (tries === maxTries || !mayPass(error)) throw error
    }
  }
}

async function newer(
  client: InstallationClient,
  repository: RepositoryRef,
  known: string | undefined,
  ours: string | undefined,
): Promise<string | undefined> {
  if (known === undefined || ours === undefined) return known ?? ours
  return known === ours || (await isAncestor(client, repository, known, ours)) ? ours : known
}

async function findOurs(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
  commits: readonly HeadCommit[],
): Promise<string | undefined> {
  const repositoryId = await readRepositoryId(client, repository)
  for (const commit of commits) {
    try {
      await assertOurHead(client, mac, repository, commit, repositoryId)
      return commit.oid
    } catch (error) {
      if (!(error instanceof CountersignFault) || error.code !== 'on_hold') throw error
    }
  }
  return undefined
}

async function readRepositoryId(client: InstallationClient, { owner, name, ...place }: RepositoryRef): Promise<number> {
  const octokit = await client.octokit(place)
  const { data } = await call('look at the repository', () => octokit.rest.repos.get({ owner, repo: name }))
  return data.id
}

/** Newest first; none where there is no branch. */
async function listCommits(client: InstallationClient, repository: RepositoryRef): Promise<HeadCommit[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, sha: workflowBranch, per_page: maxCommits }
  try {
    const { data } = await octokit.rest.repos.listCommits(place)
    return data.map(({ sha, parents, commit }) => ({
      oid: sha,
      message: commit.message,
      parents: { nodes: parents.map((parent) => ({ oid: parent.sha })) },
      signature: { isValid: commit.verification?.verified === true },
    }))
  } catch (error) {
    // No such branch, or no commit in the repository at all.
    if (statusOf(error) === 404 || statusOf(error) === 409) return []
    return call('list the commits', () => Promise.reject(error))
  }
}

function unknown(was: string | null): CountersignFault {
  const what =
    was === null
      ? `the branch ${workflowBranch} is gone, and its last commit is not known here`
      : `none of the newest ${maxCommits} commits of ${workflowBranch} was made by this App for this repository`
  const push = `git push --force origin COMMIT:refs/heads/${workflowBranch}`
  return new CountersignFault('on_hold', what, `Push the last commit of the App from a clone that has it: \`${push}\`.`)
}
