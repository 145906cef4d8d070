import type { RepositoryRef } from '../../repository-ref.ts'
import type { BundleWriter, SignBundle, SignManifest } from '../state/bundle-writer.ts'
import type { FetchBlobs } from '../state/fetched-blobs.ts'
import type { OpenSpool } from '../state/spool.ts'
import type { StateReader } from '../state/state-reader.ts'
import type { ReleaseStore } from './release-store.ts'

/** What an export reads and writes in one repository, and who signs for it. */
export interface ExportPlace {
  state: StateReader
  releases: ReleaseStore
  writer: BundleWriter
  sign: SignBundle
  signManifest: SignManifest
  /** Which the manifest is signed with, for who wants to prove it. */
  publicKey: string | null
  openSpool: OpenSpool
  fetchBlobs: FetchBlobs
}

export interface ExportPlaces {
  open(repository: RepositoryRef): Promise<ExportPlace>
}
