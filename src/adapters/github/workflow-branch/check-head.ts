import { recordText } from '../../../domain/language/message.ts'
import { CountersignFault } from '../../../application/fault.ts'
import type { BranchCommit } from '../../../application/ports/state/workflow-branch.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { changesDigest, findTrailer } from '../../../domain/records/seal/state-seal.ts'
import { assertOwnIssues } from './own-issues.ts'
import { readCommitChanges } from './read-commit-changes.ts'
import type { StateMac } from './state-mac.ts'

/**
 * Only the App writes the workflow branch, and what it wrote in one repository is no state of another: a head that isn't
 * Verified, lacks our MAC for its parent and this repository, or changes something else than its MAC is over, holds
 * everything (docs/decisions/0030). Throws `on_hold`.
 */
export async function assertOurHead(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
  commit: BranchCommit,
  repositoryId: number,
): Promise<void> {
  const parent = commit.parents[0] ?? null
  const verdict = mac.judge({ repositoryId, parent, message: commit.message })
  if (!commit.isVerified && !mac.acceptsUnsigned)
    throw verdict === 'ours' ? unsigned(commit) : onHold(commit, recordText('is not Verified'))
  if (verdict === 'foreign') throw onHold(commit, recordText('lacks a valid Countersign-Mac'))
  if (verdict === 'elsewhere') throw notHere(commit)
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  const changes = await call('read the commit', () => readCommitChanges(octokit, place, commit.sha, parent))
  const digest = changesDigest(changes)
  if (digest !== findTrailer(commit.message, 'Countersign-Changes'))
    throw onHold(commit, recordText('changes something else than its Countersign-Mac is over'))
  if (verdict === 'unnamed') await assertOwnIssues(client, repository, commit.sha, repositoryId)
}

/** Only who has the secret makes that MAC: where GitHub signs nothing that Apps commit, all commits are so. */
function unsigned({ sha }: BranchCommit): CountersignFault {
  return new CountersignFault(
    'on_hold',
    recordText('commit {sha} on the workflow branch has this App’s MAC, but GitHub did not sign it', {
      sha: sha.slice(0, 7),
    }),
    recordText(
      'On GitHub Enterprise Server an administrator switches web commit signing on. Where that can’t be, `UNSIGNED_COMMITS=allowed` on the server lets the MAC alone decide (docs/security.md says what that gives up). `/doctor fix` can’t help.',
    ),
  )
}

function notHere(commit: BranchCommit): CountersignFault {
  return new CountersignFault(
    'on_hold',
    recordText('commit {sha} on the workflow branch was made by this App for another repository', {
      sha: commit.sha.slice(0, 7),
    }),
    recordText(
      'In a fork, a copy or a repository made anew, delete all branches below `countersign/`: work starts afresh then. Else a maintainer’s `/doctor fix` moves the branch back to the last commit that belongs here.',
    ),
  )
}

function onHold(commit: BranchCommit, why: string): CountersignFault {
  return new CountersignFault(
    'on_hold',
    recordText('commit {sha} on the workflow branch {why}, so it was not made by this App', {
      sha: commit.sha.slice(0, 7),
      why,
    }),
    recordText(
      'Look at it. A maintainer’s `/doctor fix` moves the branch back to the last commit of the App, without it.',
    ),
  )
}
