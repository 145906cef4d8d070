/** Files of a workflow branch, in a commit or on this disk. */
export interface StateFolder {
  /** Paths of all files below a folder, sorted; none where there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Null where there is no such file. */
  read(path: string): Promise<string | null>
}
