import type { ArtifactFile, CarriedFrom } from '../../domain/records/artifact.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { WorkTree } from '../ports/roles/workspace.ts'

/**
 * Writes an approved version of an earlier plan into the work tree, the same blobs. False, with nothing written, where
 * one of its files has changed since on the branch it goes to: then the work has to be done again.
 */
export async function carryVersion(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  workTree: WorkTree,
  carry: CarriedFrom,
): Promise<boolean> {
  const change = await workspace.describeChange(repository, carry.base_sha, carry.commit_sha)
  const between = await workspace.describeChange(repository, carry.base_sha, workTree.commit)
  const moved = new Set(between.flatMap(pathsOf))
  if (change.flatMap(pathsOf).some((path) => moved.has(path))) return false
  for (const file of change) {
    if (file.previous_path !== null) await workTree.removeFile(file.previous_path)
    if (file.blob === null || file.mode === null) await workTree.removeFile(file.path)
    else await workTree.writeFile(file.path, await workspace.readBlob(repository, file.blob), file.mode)
  }
  return true
}

function pathsOf(file: ArtifactFile): string[] {
  return file.previous_path === null ? [file.path] : [file.path, file.previous_path]
}
