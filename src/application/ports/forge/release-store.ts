export interface StoredAsset {
  id: number
  name: string
  /** `starter`: an upload that broke off; safe to delete. */
  state: 'uploaded' | 'starter'
  /** Lower-case hex; null where the server doesn't say. */
  sha256: string | null
  size: number
}

export interface StoredRelease {
  id: number
  tag: string
  url: string
  draft: boolean
  /** Where its assets are sent to. */
  uploadUrl: string
  assets: StoredAsset[]
}

export interface ReleaseText {
  tag: string
  /** Commit that the tag points at. */
  commit: string
  title: string
  body: string
  prerelease: boolean
}

export interface ReleaseFile {
  name: string
  /** Not in memory where it is large. */
  content: Blob
  /** Lower-case hex. */
  sha256: string
  contentType: string
}

/** Releases of one repository. Writes are done at most once each; on doubt they throw, and one looks before acting again. */
export interface ReleaseStore {
  findPublished(tag: string): Promise<StoredRelease | undefined>
  findDraft(tag: string): Promise<StoredRelease | undefined>
  /** Commit a tag points at, annotated or not. */
  findTagCommit(tag: string): Promise<string | undefined>
  createDraft(text: ReleaseText): Promise<StoredRelease>
  getRelease(id: number): Promise<StoredRelease>
  /** The asset as the server has it now. */
  uploadAsset(release: Pick<StoredRelease, 'id' | 'uploadUrl'>, file: ReleaseFile): Promise<StoredAsset>
  deleteAsset(id: number): Promise<void>
  /** Its bytes as they come. */
  openAsset(id: number): Promise<AsyncIterable<Uint8Array>>
  publish(releaseId: number, text: ReleaseText): Promise<StoredRelease>
}
