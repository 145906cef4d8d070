/** One path of a commit; `blob: null` deletes it. */
export interface BundleChange {
  path: string
  blob: string | null
}

/** Trailer lines of a commit on the workflow branch (`Countersign-Op`, `Countersign-Mac`). */
export type SignBundle = (input: { parent: string; op: string; changes: BundleChange[] }) => string[]

/** Signature of a manifest by the App, in base64url. */
export type SignManifest = (manifest: string) => string

export interface FolderReplacement {
  branch: string
  /** The commit it is decided on; the branch must still stand there. */
  parent: string
  /** Replaced whole: what isn't in `files` goes. */
  folder: string
  /** Paths relative to `folder`; blobs are in the repository already, bytes are new. */
  files: readonly { path: string; mode: '100644' | '100755'; content: { blob: string } | { bytes: Uint8Array } }[]
  /** First line of the commit message. */
  subject: string
  op: string
  sign: SignBundle
}

/** `conflict`: the branch has moved, decide again on its new head. */
export type FolderReplaced = { kind: 'written'; commit: string } | { kind: 'unchanged' } | { kind: 'conflict' }

export interface BundleWriter {
  /** One commit, compare-and-swap. */
  replaceFolder(input: FolderReplacement): Promise<FolderReplaced>
}
