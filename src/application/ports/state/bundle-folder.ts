export interface FolderEntry {
  /** Relative, with `/`. */
  path: string
  /** `empty`: a folder with nothing in it. `other`: a link, a pipe, anything whose bytes are not simply its own. */
  kind: 'file' | 'empty' | 'other'
  size: number
  executable: boolean
  /** It runs as somebody else, or is kept back from being removed (setuid, setgid, sticky). */
  isSpecial?: boolean
}

/** A folder to verify, on disk or in memory. */
export interface BundleFolder {
  /** Everything below it that is not a folder with something in it; links are not followed. */
  list(): Promise<FolderEntry[]>
  read(path: string): Promise<Uint8Array>
  /** Its bytes as they come. */
  open(path: string): AsyncIterable<Uint8Array>
}
