import type { ExecutionRecord } from '../../records/execution-record.ts'

/** `files_modified` of spec 000 §6: what approved versions brought into the integration branch, each path once. */
export function listModifiedFiles({ nodes, artifacts }: Pick<ExecutionRecord, 'nodes' | 'artifacts'>): string[] {
  const merged = new Set(
    Object.values(nodes).map((node) =>
      node.kind === 'ACTION' && (node.state === 'DONE' || node.merge === 'merged') ? node.approved_artifact_id : null,
    ),
  )
  const files = artifacts.filter(({ artifact_id: id }) => merged.has(id)).flatMap((one) => one.files)
  return [...new Set(files.map(({ path }) => path))].toSorted()
}
