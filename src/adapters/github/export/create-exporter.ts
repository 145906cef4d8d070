import { exportPlan } from '../../../application/bundle/export/export-plan.ts'
import type { SignBundle } from '../../../application/ports/state/bundle-writer.ts'
import type { Exporter } from '../../../application/ports/forge/exporter.ts'
import { issId } from '../../../domain/records/iss-record.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { createReleaseStore } from './release-store.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'
import { createStateReader } from '../workflow-branch/state-reader.ts'
import { createBundleWriter } from '../workflow-branch/workflow-branch-files.ts'

/** `/export`: the bundle on the workflow branch under the App's MAC, then the release (docs/decisions/0008). */
export function createExporter(
  client: InstallationClient,
  mac: StateMac,
  { web, docs }: { web: string; docs: string | null },
): Exporter {
  return {
    async exportPlan(repository, wish) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name }
      const { data } = await call('look at the repository', () => octokit.rest.repos.get(place))
      const sign: SignBundle = ({ parent, op, changes }) =>
        mac.trailers({ repositoryId: data.id, parent, ops: [op], changes })
      const ports = {
        state: createStateReader(octokit, place),
        releases: createReleaseStore(octokit, place),
        origin: { repository: `${web}/${place.owner}/${place.repo}`, publicKey: mac.publicKeys[0] ?? null, docs },
        bundle: { writer: createBundleWriter(octokit, place), op: wish.op, sign, signManifest: mac.signManifest },
      }
      const { issueNumber, op: _op, ...choices } = wish
      const answer = await call('export', () => exportPlan(ports, { issueId: issId(issueNumber), ...choices }))
      if (answer.kind === 'refused') {
        return {
          kind: 'refused',
          why: [answer.why, ...answer.missing.map((one) => `${one.task}: ${one.why}`)].join('; '),
        }
      }
      return {
        kind: 'exported',
        tag: answer.release?.tag ?? '',
        url: answer.release?.url ?? '',
        manifestSha256: answer.manifestSha256,
        files: answer.fileCount,
        missing: answer.manifest.missing.map((one) => one.task),
      }
    },
  }
}
