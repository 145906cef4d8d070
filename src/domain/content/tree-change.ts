/** What a commit has at a path. */
export interface TreeEntry {
  /** Git object id. */
  blob: string
  /** As git has it, `100644`. */
  mode: string
}

/** A path that differs between two commits; null: it is not there. Renames are a deletion and an addition. */
export interface TreeChange {
  path: string
  before: TreeEntry | null
  after: TreeEntry | null
}

export function sameEntry(a: TreeEntry | null, b: TreeEntry | null): boolean {
  return a?.blob === b?.blob && a?.mode === b?.mode
}
