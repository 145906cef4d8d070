import type { Work } from '../domain/work/work.ts'

/** Commit of the integration branch that new work starts from: approved work only (design 3, decision 3). */
export function integrationHead(work: Pick<Work, 'record' | 'execution'>): string {
  const head = work.execution?.execution_result.commit_hash ?? work.record?.base_sha
  if (head == null) throw new Error(`${work.record?.id ?? 'the issue'} has no integration branch yet`)
  return head
}
