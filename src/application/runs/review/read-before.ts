import { onceDone } from '../../attempts/once-done.ts'
import type { Artifact } from '../../../domain/records/artifact.ts'
import type { WorkTree, Workspace } from '../../ports/roles/workspace.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** Files as they were before a version: what it doesn't change stands in its checkout, and of the rest git has the blobs. */
export function readBeforeVersion(
  workspace: Pick<Workspace, 'compareTrees' | 'readBlob'>,
  workTree: Pick<WorkTree, 'readFile'>,
  repository: RepositoryRef,
  { base_sha: base, commit_sha: commit }: Artifact,
): (path: string) => Promise<Uint8Array | undefined> {
  const compare = onceDone(() => workspace.compareTrees(repository, base, commit))
  return async (path) => {
    const change = (await compare()).find((one) => one.path === path)
    if (change === undefined) return workTree.readFile(path)
    return change.before === null ? undefined : workspace.readBlob(repository, change.before.blob)
  }
}
