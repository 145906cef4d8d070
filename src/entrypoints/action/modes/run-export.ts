import { getOctokit } from '@actions/github'
import { orMissing } from '../../../adapters/github/client/rest-client.ts'
import { createReleaseStore } from '../../../adapters/github/export/release-store.ts'
import { createStateReader } from '../../../adapters/github/workflow-branch/state-reader.ts'
import { type ExportAnswer, exportPlan, type ExportRequest } from '../../../application/bundle/export/export-plan.ts'
import { readIncludeSupporting } from '../../../application/bundle/export/read-include-supporting.ts'
import type { StateReader } from '../../../application/ports/state/state-reader.ts'
import { type ReleaseOrigin, renderReleaseNotes } from '../../../views/bundle/release-notes.ts'
import { renderCount } from '../../../views/text/amounts.ts'
import type { RunMode } from '../action-mode.ts'
import type { ActionOutput } from '../output/action-output.ts'
import type { exportInputs, ExportOutput } from './export-mode.ts'

/**
 * Puts the approved versions of a plan on a release. It leaves the workflow branch alone, which the App alone writes
 * (docs/decisions/0008).
 */
export const runExport: RunMode<typeof exportInputs, ExportOutput> = async (values, context, output) => {
  if (values.plan === null) return output.fail('Input "plan" is missing; it takes a plan (SOL-ISS-007-1) or an issue.')
  const { repository, server } = context
  const client = getOctokit(context.token, { baseUrl: context.api })
  // A branch that isn't there and a repository that isn't there look alike.
  const found = await orMissing(client.rest.repos.get({ ...repository }))
  const name = `${repository.owner}/${repository.repo}`
  if (found === undefined) return output.fail(`There is no repository ${name}, or the token may not read it.`)
  const state = createStateReader(client, repository)
  const supporting = await includeSupporting(values['include-supporting'], state, found.data.default_branch)
  if (!supporting.ok) return output.fail(supporting.faults.join('\n'))
  const request: ExportRequest = {
    ...values.plan,
    includeCandidates: values['include-candidates'],
    includeSupporting: supporting.includeSupporting,
    partial: values.partial,
  }
  const origin = { repository: `${server}/${name}`, publicKey: null, docs: null }
  const ports = { state, releases: createReleaseStore(client, repository), origin, bundle: null }
  await report(await exportPlan(ports, request), origin, output)
}

/** What the input leaves open, the configuration says. */
async function includeSupporting(
  asked: boolean | null,
  state: StateReader,
  defaultBranch: string,
): ReturnType<typeof readIncludeSupporting> {
  return asked === null ? readIncludeSupporting(state, defaultBranch) : { ok: true, includeSupporting: asked }
}

async function report(answer: ExportAnswer, origin: ReleaseOrigin, output: ActionOutput<ExportOutput>): Promise<void> {
  if (answer.kind === 'refused') {
    const missing = answer.missing.map((one) => `${one.task} (${one.state}): ${one.why}`)
    output.fail([`Nothing was exported: ${answer.why}.`, ...missing].join('\n'))
    return
  }
  const { release, manifest, manifestSha256, fileCount } = answer
  if (release === null) return
  output.set('tag', release.tag)
  output.set('manifest-sha256', manifestSha256)
  output.set('release-url', release.url)
  output.set('count', String(fileCount))
  const released = release.kind === 'found' ? 'Already released' : 'Released'
  output.say(`${released} as ${release.tag}: ${renderCount(fileCount, 'file')}`)
  output.say(`sha256 of manifest.json: ${manifestSha256}`)
  const notes = renderReleaseNotes(manifest, manifestSha256, origin)
  await output.summarise(`### [${release.tag}](${release.url})\n\n${notes}\n`)
}
