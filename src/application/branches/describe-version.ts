import type { Artifact, ArtifactFile } from '../../domain/records/artifact.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** What is asked of git here. */
interface VersionPorts {
  workspace: Pick<MachinePorts['workspace'], 'isAncestor' | 'describeChange'>
}

/** The newest of a task's versions that is part of a commit already; undefined where none was merged. */
export async function findMergedVersion(
  ports: VersionPorts,
  repository: RepositoryRef,
  versions: readonly Artifact[],
  commit: string,
): Promise<Artifact | undefined> {
  for (const version of versions.toReversed()) {
    if (await ports.workspace.isAncestor(repository, version.commit_sha, commit)) return version
  }
  return undefined
}

/**
 * Base and files of a version. One made on top of a merged version is the whole deliverable, told against the base of
 * that one, never only what the last change touched: else a redo would drop from the record what was merged before it.
 */
export async function describeVersion(
  ports: VersionPorts,
  repository: RepositoryRef,
  versions: readonly Artifact[],
  version: { commit: string; base: string; change: readonly ArtifactFile[] },
): Promise<Pick<Artifact, 'base_sha' | 'files'>> {
  const merged = await findMergedVersion(ports, repository, versions, version.base)
  if (merged === undefined) return { base_sha: version.base, files: [...version.change] }
  const own = new Set(
    [...merged.files, ...version.change].flatMap((file) => [file.path, file.previous_path ?? file.path]),
  )
  const all = await ports.workspace.describeChange(repository, merged.base_sha, version.commit)
  const files = all.flatMap((file): ArtifactFile[] => {
    if (own.has(file.path)) return [file]
    // Git took another task's new file for a renamed one of ours: ours is gone all the same.
    return file.previous_path !== null && own.has(file.previous_path) ? [deleted(file.previous_path)] : []
  })
  return { base_sha: merged.base_sha, files: [...files, ...restored(version.change, files)] }
}

/** What the version changes back to what the base of the merged one has: no difference to that, and yet a change. */
function restored(change: readonly ArtifactFile[], told: readonly ArtifactFile[]): ArtifactFile[] {
  const known = new Set(told.flatMap((file) => [file.path, file.previous_path ?? file.path]))
  return change.flatMap((file): ArtifactFile[] => [
    ...(known.has(file.path) ? [] : [{ ...file, previous_path: null }]),
    ...(file.previous_path === null || known.has(file.previous_path) ? [] : [deleted(file.previous_path)]),
  ])
}

function deleted(path: string): ArtifactFile {
  return { path, status: 'deleted', previous_path: null, mode: null, size: null, sha256: null, blob: null }
}
