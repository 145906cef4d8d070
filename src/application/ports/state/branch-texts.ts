/** Files of one commit as texts, many at a time. */
export interface BranchTexts {
  /** Full paths of everything below a folder; empty where there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Those of the paths that are there, by path. */
  readMany(paths: readonly string[]): Promise<ReadonlyMap<string, string>>
}
