import type { Anew, ArtifactFile, CarriedFrom } from '../../domain/records/artifact.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { WorkTree } from '../ports/roles/workspace.ts'

/** So many files are named that keep a version from being carried. */
const mostNamed = 5

/**
 * Writes an approved version of an earlier plan into the work tree, the same blobs. Where one of its files has changed
 * since on the branch that it goes to, nothing is written, and the answer says which: the work has to be done again.
 */
export async function carryVersion(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  workTree: WorkTree,
  { base_sha: base, commit_sha: commit }: CarriedFrom,
): Promise<'carried' | Anew> {
  const change = await workspace.describeChange(repository, base, commit)
  const between = await workspace.describeChange(repository, base, workTree.commit)
  const own = new Set(change.flatMap(pathsOf))
  const changed: Anew['changed'] = []
  for (const path of new Set(between.flatMap(pathsOf).filter((one) => own.has(one)))) {
    if (changed.length === mostNamed) break
    const last = await workspace.findLastChange(repository, base, workTree.commit, path)
    changed.push({ path, commit: last ?? null })
  }
  if (changed.length > 0) return { changed, tasks: [] }
  for (const file of change) {
    if (file.previous_path !== null) await workTree.removeFile(file.previous_path)
    if (file.blob === null || file.mode === null) await workTree.removeFile(file.path)
    else await workTree.writeFile(file.path, await workspace.readBlob(repository, file.blob), file.mode)
  }
  return 'carried'
}

function pathsOf(file: ArtifactFile): string[] {
  return file.previous_path === null ? [file.path] : [file.path, file.previous_path]
}
