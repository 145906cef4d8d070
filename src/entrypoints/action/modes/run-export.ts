import { getOctokit } from '@actions/github'
import { openSpoolFolder } from '../../../adapters/folder/spool-folder.ts'
import { fetchBlobs } from '../../../adapters/git/fetched-blobs.ts'
import { orMissing } from '../../../adapters/github/client/rest-client.ts'
import { createReleaseStore } from '../../../adapters/github/export/release-store.ts'
import { createConfigurationReader } from '../../../adapters/github/read/configuration-elsewhere.ts'
import { createStateReader } from '../../../adapters/github/workflow-branch/state-reader.ts'
import { exportPlan, type ExportPorts, type ExportRequest } from '../../../application/bundle/export/export-plan.ts'
import { findFinished } from '../../../application/bundle/export/find-finished.ts'
import { readExportSettings } from '../../../application/bundle/export/read-export-settings.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { renderCount } from '../../../views/language/t.ts'
import type { ModeOutput, RunMode } from '../action-mode.ts'
import { explainFailure } from '../explain-failure.ts'
import type { InputValues } from '../inputs/input-kinds.ts'
import { createAttest, findAttestFault } from './attest-export.ts'
import type { exportMode } from './export-mode.ts'
import { reportExport, reportReleases, type ReleasedPlan } from './report-export.ts'

type Wanted = Pick<ExportRequest, 'issueId' | 'planId'>
type Choices = Omit<ExportRequest, 'issueId' | 'planId' | 'includeSupporting'> & { includeSupporting: boolean }

/**
 * Puts the approved versions of a plan, or of all that was finished, on releases. It leaves the workflow branch alone, which
 * the App alone writes (docs/decisions/0008). One plan that can't be exported keeps no other from it.
 */
export const runExport: RunMode<typeof exportMode> = async (values, context, output) => {
  const since = values['finished-since']
  if ((values.plan === null) === (since === null))
    return output.fail(
      'Give input "plan" (SOL-ISS-007-1, ISS-007, #7) or input "finished-since" (2026-11-21), one of the two.',
    )
  const unable = values.attest ? findAttestFault(context.env) : undefined
  if (unable !== undefined) return output.fail(unable)
  const { repository, server } = context
  const client = getOctokit(context.token, { baseUrl: context.api })
  // A branch that isn't there and a repository that isn't there look alike.
  const found = await orMissing(client.rest.repos.get({ ...repository }))
  const name = `${repository.owner}/${repository.repo}`
  if (found === undefined) return output.fail(`There is no repository ${name}, or the token may not read it.`)
  const state = createStateReader(client, repository)
  const readConfigured = () =>
    readExportSettings(state, repository, found.data.default_branch, createConfigurationReader(client))
  const configured = await readSettings(values, readConfigured)
  if (!configured.ok) return output.fail(configured.faults.join('\n'))
  const choices = choose(values, configured.settings)
  const origin = { repository: `${server}/${name}`, publicKey: null, docs: findOwnDocs(context.env) }
  const isPublic = found.data.visibility === 'public'
  const attest = values.attest ? createAttest(client, context, isPublic, values.sigstore) : null
  const env = { ...context.env, GITHUB_TOKEN: context.token }
  const ports: ExportPorts = {
    state,
    releases: createReleaseStore(client, repository),
    origin,
    attest,
    openSpool: openSpoolFolder,
    fetchBlobs: (blobs) => fetchBlobs(`${origin.repository}.git`, blobs, env),
    bundle: null,
  }
  const wanted = since === null ? [values.plan ?? []].flat() : await findFinished(state, since, choices)
  const released: ReleasedPlan[] = []
  for (const one of wanted) released.push(...(await exportOne(ports, one, choices, output)))
  if (since !== null) output.say(`Finished since ${since}: ${renderCount(wanted.length, 'plan')}`)
  if (since !== null || released.length > 0) reportReleases(released, output)
}

/** The documentation in the repository that the Action is used from; a workflow of that repository itself names none. */
function findOwnDocs(env: Readonly<Record<string, string | undefined>>): string | null {
  const { GITHUB_ACTION_REPOSITORY: repository = '', GITHUB_ACTION_REF: ref = '' } = env
  return repository === '' || ref === '' ? null : `https://github.com/${repository}/blob/${ref}/docs`
}

async function exportOne(
  ports: ExportPorts,
  wanted: Wanted,
  choices: Choices,
  output: ModeOutput<typeof exportMode>,
): Promise<ReleasedPlan[]> {
  return output.group(`Export of ${wanted.planId ?? wanted.issueId}`, async () => {
    try {
      return await reportExport(await exportPlan(ports, { ...wanted, ...choices }), ports.origin, output)
    } catch (error) {
      output.fail(explainFailure(error))
      return []
    }
  })
}

/** The configuration is read where an input leaves something open. */
async function readSettings(
  values: InputValues<(typeof exportMode)['inputs']>,
  readConfigured: () => ReturnType<typeof readExportSettings>,
): ReturnType<typeof readExportSettings> {
  const { 'include-supporting': supporting, 'tag-template': tag, 'name-template': name } = values
  if (supporting === null || tag === null || name === null) return readConfigured()
  return { ok: true, settings: { include_supporting: supporting, tag, release_name: name } }
}

/** An input goes before the configuration. */
function choose(values: InputValues<(typeof exportMode)['inputs']>, settings: Configuration['export']): Choices {
  return {
    includeCandidates: values['include-candidates'],
    includeSupporting: values['include-supporting'] ?? settings.include_supporting,
    partial: values.partial,
    templates: {
      tag: values['tag-template'] ?? settings.tag,
      name: values['name-template'] ?? settings.release_name,
    },
  }
}
