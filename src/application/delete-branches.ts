import type { Performance } from './attempt-effect.ts'
import { getBound } from './bound-work.ts'
import type { MachinePorts } from './machine-ports.ts'

/** Takes away the branches of a plan whose final pull request is merged; versions and verdicts keep the bytes. */
export async function deleteWorkBranches(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository, work }: Pick<Performance, 'repository' | 'work'>,
): Promise<void> {
  const { record, execution } = getBound(work)
  const final = record.final_pull_request
  if (record.base_branch === null || final?.state !== 'merged') return
  const folder = record.base_branch.replace(/\/base$/, '')
  const recorded = new Map<string, Set<string>>()
  const note = (leaf: string, sha: string) => recorded.set(leaf, (recorded.get(leaf) ?? new Set()).add(sha))
  for (const { task, commit_sha: sha } of execution.artifacts) note(task, sha)
  if (execution.execution_result.commit_hash !== null) note('base', execution.execution_result.commit_hash)
  await ports.pullRequests.deleteBranches(repository, { folder, base: 'base', number: final.number, recorded })
}
