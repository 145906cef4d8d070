import type { ApprovedPath } from './approved-content.ts'
import type { Artifact, ArtifactFile } from '../records/artifact.ts'
import { sameEntry } from './tree-change.ts'

/** A file of an approved version as it is to be handed over, and the version that it was approved in last. */
export interface HeldFile {
  file: ArtifactFile
  version: Artifact
}

/**
 * A version's files as they were approved last: where another task's approved work changed one since, that one's bytes,
 * and without those that it deleted. `content` is of all merged versions.
 */
export function heldFiles(version: Artifact, content: ReadonlyMap<string, ApprovedPath>): HeldFile[] {
  return version.files.flatMap((file): HeldFile[] => {
    const { blob, mode, path } = file
    if (blob === null || mode === null) return []
    const last = content.get(path)
    if (last === undefined || last.version.task === version.task || sameEntry(last.entry, { blob, mode }))
      return [{ file, version }]
    const newer = last.version.files.find((one) => one.path === path && one.blob !== null)
    return newer === undefined ? [] : [{ file: newer, version: last.version }]
  })
}
