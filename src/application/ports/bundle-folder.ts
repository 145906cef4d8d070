export interface FolderEntry {
  /** Relative, with `/`. */
  path: string
  /** `other`: a link, a pipe, anything whose bytes are not simply its own. */
  kind: 'file' | 'other'
  size: number
  executable: boolean
}

/** A folder to verify, on disk or in memory. */
export interface BundleFolder {
  /** Everything below it that is not a folder; links are not followed. */
  list(): Promise<FolderEntry[]>
  read(path: string): Promise<Uint8Array>
}
