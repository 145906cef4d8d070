import type { CommitTrees } from './commit-trees.ts'

/** A file as a commit has it. */
export interface CommittedFile {
  path: string
  /** Git blob id. */
  blob: string
  mode: string
}

/** One repository's commits, read only. Absent things are undefined or empty; a fault of transport is thrown. */
export interface StateReader extends CommitTrees {
  /** Id of the commit's root tree. */
  findTree(commit: string): Promise<string | undefined>
  findFile(commit: string, path: string): Promise<CommittedFile | undefined>
  /** Everything below a folder, full paths, in git's order. */
  listFiles(commit: string, folder: string): Promise<CommittedFile[]>
  readBlob(blob: string): Promise<Uint8Array>
}
