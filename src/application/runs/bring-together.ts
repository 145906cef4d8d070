import type { Artifact } from '../../domain/records/artifact.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import type { ConflictFacts } from '../../domain/records/node-state.ts'
import { describeConflict } from '../branches/find-collision.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { WorkTree } from '../ports/roles/workspace.ts'
import { type TaskRun, takenOverReceipt, versionsOf } from './task-run.ts'

export type BroughtTogether =
  | { kind: 'merged'; by: Artifact['by']; receipt: Omit<Receipt, 'outcome'> }
  | { kind: 'conflict'; conflict: ConflictFacts; receipt: Omit<Receipt, 'outcome'> }

/**
 * Merges a person's approved version with what was merged since, in the work tree: what comes of it is a version like any
 * other (decision 50). Null where there is nothing to merge, or where an executor makes the work anew on what is there
 * now. Nothing is written on a conflict.
 */
export async function bringTogether(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  run: TaskRun,
  workTree: WorkTree,
): Promise<BroughtTogether | null> {
  const version = findApproved(run)
  if (version === undefined || run.work.execution === null) return null
  const receipt = takenOverReceipt(run, 'merge', version.artifact_id)
  const merged = await workspace.mergeCommits(run.repository, workTree.commit, version.commit_sha)
  if (merged.kind === 'conflict') {
    const paths = merged.paths.length > 0 ? merged.paths : (run.node.conflict?.paths ?? [])
    const place = { workspace, repository: run.repository }
    return { kind: 'conflict', conflict: await describeConflict(place, run.work.execution, version, paths), receipt }
  }
  for (const { path, after } of merged.changes) {
    if (after === null) await workTree.removeFile(path)
    else await workTree.writeFile(path, await workspace.readBlob(run.repository, after.blob), after.mode)
  }
  return { kind: 'merged', by: version.by, receipt }
}

/** The approved version that could not be merged, where people made it or are to make the next. */
export function findApproved(run: TaskRun): Artifact | undefined {
  const { conflict, active_artifact_id: active, approved_artifact_id: approved, approval_stale, executor } = run.node
  if (conflict === null || active !== approved || approval_stale) return undefined
  const version = versionsOf(run).find((one) => one.artifact_id === active)
  const isForPeople = executor === 'human' || executor.startsWith('@') || version?.by.kind === 'person'
  return isForPeople ? version : undefined
}
