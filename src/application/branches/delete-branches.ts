import type { EffectAction } from '../../domain/effects/effect.ts'
import { workBranch } from '../../domain/records/iss-record.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { getBound } from '../attempts/bound-work.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { DeletedBranches } from '../ports/forge/pull-requests.ts'

type DeleteBranches = Extract<EffectAction, { kind: 'delete_branches' }>

/** Takes away the branches of a plan that is merged or was replaced; versions and verdicts keep the bytes. */
export async function deleteWorkBranches(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository, work }: Pick<Performance, 'repository' | 'work'>,
  { plan_id: planId, replaced }: DeleteBranches,
): Promise<void> {
  const branches = replaced === undefined ? mergedBranches(work) : replacedBranches(planId, replaced)
  if (branches !== null) await ports.pullRequests.deleteBranches(repository, branches)
}

function mergedBranches(work: Performance['work']): DeletedBranches | null {
  const { record, execution } = getBound(work)
  const final = record.final_pull_request
  if (record.base_branch === null || final?.state !== 'merged') return null
  const recorded = new Map<string, Set<string>>()
  const note = (leaf: string, sha: string) => recorded.set(leaf, (recorded.get(leaf) ?? new Set()).add(sha))
  for (const { task, commit_sha: sha } of execution.artifacts) note(task, sha)
  if (execution.execution_result.commit_hash !== null) note('base', execution.execution_result.commit_hash)
  return { folder: branchFolder(record.base_branch), base: 'base', number: final.number, recorded, empty: new Set() }
}

/** A branch that stands where the integration branch once did holds nothing of its own. */
function replacedBranches(
  planId: string,
  { heads, integration }: NonNullable<DeleteBranches['replaced']>,
): DeletedBranches {
  const recorded = new Map(Object.entries(heads).map(([leaf, sha]) => [leaf, new Set([sha])]))
  const folder = branchFolder(workBranch(planId, 'base'))
  return { folder, base: 'base', number: null, recorded, empty: new Set(integration) }
}

function branchFolder(base: string): string {
  return base.replace(/\/base$/, '')
}
