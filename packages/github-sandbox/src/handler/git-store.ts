/** A bare repository on disk, worked on with git itself. All ids are 40 hex digits; paths are repository paths with `/`. */
export interface GitStore {
  readonly dir: string
  /** Commit id of a full ref name (`refs/heads/main`) or undefined. */
  readRef(ref: string): Promise<string | undefined>
  listRefs(prefix: string): Promise<{ ref: string; sha: string }[]>
  /** Compare-and-swap; `before` undefined = must not exist, `after` undefined = delete. Returns false when it did not hold. Throws GitHubError 422 for a file/folder clash of names. */
  updateRef(ref: string, before: string | undefined, after: string | undefined): Promise<boolean>
  /** Any revision to a commit id, or undefined. */
  resolve(revision: string): Promise<string | undefined>
  objectType(sha: string): Promise<'blob' | 'tree' | 'commit' | 'tag' | undefined>
  readBlob(sha: string): Promise<Uint8Array>
  writeBlob(bytes: Uint8Array): Promise<string>
  readTree(sha: string, recursive: boolean): Promise<TreeEntry[]>
  /** Base tree (or none) with entries put on top; `sha: null` deletes. Intermediate trees are made. */
  writeTree(base: string | undefined, entries: { path: string; mode: string; sha: string | null }[]): Promise<string>
  readCommit(sha: string): Promise<CommitData>
  writeCommit(commit: {
    tree: string
    parents: string[]
    message: string
    author: Signature
    committer: Signature
  }): Promise<string>
  /** Newest first; `path` narrows. */
  log(from: string, options: { path?: string; limit?: number; not?: string }): Promise<string[]>
  isAncestor(ancestor: string, descendant: string): Promise<boolean>
  mergeBase(a: string, b: string): Promise<string | undefined>
  /** Tree of the merge of two commits, or the conflicting paths (git merge-tree --write-tree). */
  mergeTree(ours: string, theirs: string): Promise<{ tree: string } | { conflicts: string[] }>
  /** Changed files between two trees or commits with patch text, as GitHub lists them. */
  diff(from: string, to: string): Promise<FileChange[]>
}

export interface TreeEntry {
  path: string
  mode: string
  type: 'blob' | 'tree' | 'commit'
  sha: string
  size: number | null
}

export interface Signature {
  name: string
  email: string
  date: string
}

export interface CommitData {
  sha: string
  tree: string
  parents: string[]
  message: string
  author: Signature
  committer: Signature
}

export interface FileChange {
  filename: string
  previousFilename: string | null
  status: 'added' | 'removed' | 'modified' | 'renamed'
  additions: number
  deletions: number
  sha: string
  patch: string | null
}
