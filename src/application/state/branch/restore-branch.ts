import { recordText } from '../../../domain/language/message.ts'
import { mayPass } from '../../outage.ts'
import { CountersignFault } from '../../fault.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { Restoration } from '../../ports/state/state-store.ts'
import type { BranchCommit, WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'

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
export async function restoreBranch(
  branch: WorkflowBranch,
  repository: RepositoryRef,
  { known, before = () => Promise.resolve() }: RestoreOptions,
): Promise<Restoration | null> {
  const commits = await branch.listNewest(repository, maxCommits)
  const was = commits[0]?.sha ?? null
  const ours = commits.length === 0 ? undefined : await findOurs(branch, repository, commits)
  const at = await newer(branch, repository, known, ours)
  if (at === undefined) throw unknown(was)
  if (at === was) return null
  await before({ at, was })
  const outcome = await putBack(branch, repository, at, was)
  if (outcome === 'restored') return { at, was }
  throw new CountersignFault('state_busy', `${workflowBranch} moved while it was put back`, 'ask for it again')
}

/** What wasn't answered is tried again here: later, a branch that is back would leave `/doctor fix` another meaning. Each try looks first. */
async function putBack(branch: WorkflowBranch, repository: RepositoryRef, sha: string, seen: string | null) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await branch.putBack(repository, { sha, seen })
    } catch (error) {
      if (tries === maxTries || !mayPass(error)) throw error
    }
  }
}

async function newer(
  branch: WorkflowBranch,
  repository: RepositoryRef,
  known: string | undefined,
  ours: string | undefined,
): Promise<string | undefined> {
  if (known === undefined || ours === undefined) return known ?? ours
  return known === ours || (await branch.isAncestor(repository, known, ours)) ? ours : known
}

async function findOurs(
  branch: WorkflowBranch,
  repository: RepositoryRef,
  commits: readonly BranchCommit[],
): Promise<string | undefined> {
  const repositoryId = await branch.readRepositoryId(repository)
  for (const commit of commits) {
    try {
      await branch.assertOurs(repository, commit, repositoryId)
      return commit.sha
    } catch (error) {
      if (!(error instanceof CountersignFault) || error.code !== 'on_hold') throw error
    }
  }
  return undefined
}

function unknown(was: string | null): CountersignFault {
  const what =
    was === null
      ? recordText('the branch {branch} is gone, and its last commit is not known here', { branch: workflowBranch })
      : recordText('none of the newest {n} commits of {branch} was made by this App for this repository', {
          n: maxCommits,
          branch: workflowBranch,
        })
  const push = `git push --force origin COMMIT:refs/heads/${workflowBranch}`
  return new CountersignFault(
    'on_hold',
    what,
    recordText('Push the last commit of the App from a clone that has it: {code_lines}.', {
      code_lines: `\`${push}\``,
    }),
  )
}
