/** Blobs of a repository that were fetched together, and lie on disk until it is disposed. */
export interface FetchedBlobs extends AsyncDisposable {
  /** Undefined where it is not among them. */
  read(blob: string): Promise<Uint8Array | undefined>
}

/** Undefined where they can't be fetched together: then each is read by itself. */
export type FetchBlobs = (blobs: readonly string[]) => Promise<FetchedBlobs | undefined>
