import type { Work } from '../../../domain/records/work.ts'
import { integrationHead } from '../../branches/integration-head.ts'
import type { BranchPorts } from '../../ports/machine-ports.ts'
import type { MessageOf } from './interpretation.ts'

/** Whether the push has commits of the default branch in it that the integration branch has not. */
export async function bringsDefault(
  { pullRequests, workspace }: BranchPorts,
  { repository, after }: MessageOf<'pushed'>,
  work: Work,
): Promise<boolean> {
  const tip = await pullRequests.findHead(repository, work.record?.default_branch ?? '')
  const brought = tip === null ? undefined : await workspace.mergeBase(repository, tip, after)
  return brought !== undefined && !(await workspace.isAncestor(repository, brought, integrationHead(work)))
}
