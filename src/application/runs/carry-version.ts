import type { ArtifactFile, CarriedFrom } from '../../domain/records/artifact.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { WorkTree } from '../ports/roles/workspace.ts'

/** False where one of its files has changed since on the branch that an approved version goes to: the work has to be done again. */
export async function canCarry(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  base: string,
  carry: CarriedFrom,
): Promise<boolean> {
  const change = await workspace.describeChange(repository, carry.base_sha, carry.commit_sha)
  const between = await workspace.describeChange(repository, carry.base_sha, base)
  const moved = new Set(between.flatMap(pathsOf))
  return !change.flatMap(pathsOf).some((path) => moved.has(path))
}

/** Writes an approved version of an earlier plan into the work tree, the same blobs; false, with nothing written, where it can't be carried. */
export async function carryVersion(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  workTree: WorkTree,
  carry: CarriedFrom,
): Promise<boolean> {
  if (!(await canCarry({ workspace }, repository, workTree.commit, carry))) return false
  const change = await workspace.describeChange(repository, carry.base_sha, carry.commit_sha)
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
