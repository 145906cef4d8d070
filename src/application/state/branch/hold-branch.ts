import { recordText } from '../../../domain/language/message.ts'
import { CountersignFault } from '../../fault.ts'
import type { BranchCommit, WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { TrustedHead } from './known-state.ts'

/** Reads may be stale for seconds (design 4.5): so long an older head than the newest that is known may be the old answer. */
const staleMs = 10_000

export interface HeadSight {
  /** null: there is no workflow branch. */
  commit: BranchCommit | null
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
  branch: WorkflowBranch,
  repository: RepositoryRef,
  { commit, hasWork, trusted: remembered, trustedMs, isNoted, repositoryId }: HeadSight,
): Promise<void> {
  const trusted = await confirmTrusted(branch, repository, remembered)
  if (commit === null) {
    if (trusted === undefined && !hasWork) return
    throw trusted !== undefined && trustedMs < staleMs ? behind(trusted.sha) : missing(trusted?.sha)
  }
  const [isAhead] = await Promise.all([
    trusted === undefined || goesOnFrom(branch, repository, trusted.sha, commit),
    isNoted || branch.assertOurs(repository, commit, repositoryId),
  ])
  if (isAhead || trusted === undefined) return
  throw trustedMs < staleMs ? behind(trusted.sha) : movedBack(trusted.sha, commit.sha)
}

/** A head that an earlier process knew counts only where GitHub knows it too: the repository may have been made anew. */
async function confirmTrusted(
  branch: WorkflowBranch,
  repository: RepositoryRef,
  trusted: TrustedHead | undefined,
): Promise<TrustedHead | undefined> {
  if (trusted?.isRecalled !== true) return trusted
  return (await branch.hasCommit(repository, trusted.sha)) ? trusted : undefined
}

async function goesOnFrom(
  branch: WorkflowBranch,
  repository: RepositoryRef,
  trusted: string,
  commit: BranchCommit,
): Promise<boolean> {
  if (commit.parents.includes(trusted)) return true
  return branch.isAncestor(repository, trusted, commit.sha)
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
    recordText('{branch} was moved back: it was at {sha} and is at {head}, which does not contain it', {
      branch: workflowBranch,
      sha: known.slice(0, 7),
      head: seen.slice(0, 7),
    }),
    `${putBack(known)} ${recordText('Where the older state is meant, see “Everything is on hold” in docs/operations.md.')}`,
  )
}

function putBack(sha: string): string {
  return recordText('A maintainer’s `/doctor fix` puts it at {sha} again.', { sha })
}

function missing(known: string | undefined): CountersignFault {
  const restored =
    known === undefined
      ? recordText('Push its last commit again from a clone that has it: {code_lines}.', {
          code_lines: `\`git push origin COMMIT:refs/heads/${workflowBranch}\``,
        })
      : putBack(known)
  return new CountersignFault(
    'on_hold',
    recordText('the branch {branch}, which holds all state, is gone', { branch: workflowBranch }),
    restored,
  )
}
