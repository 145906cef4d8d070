import type { Work } from '../../domain/records/work.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Workspace } from '../ports/roles/workspace.ts'

/** Commit of the integration branch that new work starts from: approved work only (design 3.3). */
export function integrationHead(work: Pick<Work, 'record' | 'execution'>): string {
  const head = work.execution?.execution_result.commit_hash ?? work.record?.base_sha
  if (head == null) throw new Error(`${work.record?.id ?? 'the issue'} has no integration branch yet`)
  return head
}

/**
 * What a merge makes of the integration branch's head; null where that contains the merge already: it is told late, after
 * others that came on top of it.
 */
export async function headAfterMerge(
  workspace: Pick<Workspace, 'isAncestor'>,
  repository: RepositoryRef,
  work: Pick<Work, 'record' | 'execution'>,
  mergeSha: string,
): Promise<string | null> {
  const isContained = await workspace.isAncestor(repository, mergeSha, integrationHead(work))
  return isContained ? null : mergeSha
}
