import type { ExportPlaces } from '../../../application/ports/forge/export-places.ts'
import type { SignBundle } from '../../../application/ports/state/bundle-writer.ts'
import type { FetchedBlobs } from '../../../application/ports/state/fetched-blobs.ts'
import type { OpenSpool } from '../../../application/ports/state/spool.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'
import { createStateReader } from '../workflow-branch/state-reader.ts'
import { createBundleWriter } from '../workflow-branch/workflow-branch-files.ts'
import { createReleaseStore } from './release-store.ts'

interface ExportMeans {
  openSpool: OpenSpool
  /** Fetches many files of a repository at once. */
  fetchBlobs: (repository: RepositoryRef, blobs: readonly string[]) => Promise<FetchedBlobs | undefined>
}

/** Where the App exports: the bundle on the workflow branch under the App's MAC, and releases (docs/decisions/0008). */
export function createExportPlaces(client: InstallationClient, mac: StateMac, means: ExportMeans): ExportPlaces {
  return {
    async open(repository) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name }
      const { data } = await call('look at the repository', () => octokit.rest.repos.get(place))
      const sign: SignBundle = ({ parent, op, changes }) =>
        mac.trailers({ repositoryId: data.id, parent, ops: [op], changes })
      const reader = createStateReader(octokit, place)
      return {
        state: withFaults(reader),
        releases: withFaults(createReleaseStore(octokit, place)),
        writer: withFaults(createBundleWriter(octokit, place, reader)),
        sign,
        signManifest: mac.signManifest,
        publicKey: mac.publicKeys[0] ?? null,
        openSpool: means.openSpool,
        fetchBlobs: (blobs) => means.fetchBlobs(repository, blobs),
      }
    },
  }
}

/** The same object, but what it throws is one of our faults: the Action, which runs once, takes them as they come. */
function withFaults<T extends object>(calls: T): T {
  return new Proxy(calls, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => call('export', async () => Reflect.apply(member, target, given) as unknown)
    },
  })
}
