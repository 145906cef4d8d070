import type { ExportPlaces } from '../../../application/ports/forge/export-places.ts'
import type { SignBundle } from '../../../application/ports/state/bundle-writer.ts'
import type { OpenSpool } from '../../../application/ports/state/spool.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'
import { createStateReader } from '../workflow-branch/state-reader.ts'
import { createBundleWriter } from '../workflow-branch/workflow-branch-files.ts'
import { createReleaseStore } from './release-store.ts'

/** Where the App exports: the bundle on the workflow branch under the App's MAC, and releases (docs/decisions/0008). */
export function createExportPlaces(client: InstallationClient, mac: StateMac, openSpool: OpenSpool): ExportPlaces {
  return {
    async open(repository) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name }
      const { data } = await call('look at the repository', () => octokit.rest.repos.get(place))
      const sign: SignBundle = ({ parent, op, changes }) =>
        mac.trailers({ repositoryId: data.id, parent, ops: [op], changes })
      return {
        state: withFaults(createStateReader(octokit, place)),
        releases: withFaults(createReleaseStore(octokit, place)),
        writer: withFaults(createBundleWriter(octokit, place)),
        sign,
        signManifest: mac.signManifest,
        publicKey: mac.publicKeys[0] ?? null,
        openSpool,
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
