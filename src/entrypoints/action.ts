import * as core from '@actions/core'
import { context, getOctokit } from '@actions/github'
import { createReleaseStore } from '../adapters/github/export/release-store.ts'
import { orMissing } from '../adapters/github/client/rest-client.ts'
import { createStateReader } from '../adapters/github/workflow-branch/state-reader.ts'
import { type ExportAnswer, exportPlan, type ExportRequest } from '../application/bundle/export/export-plan.ts'
import { ExportFault } from '../application/bundle/export-fault.ts'
import { readIncludeSupporting } from '../application/bundle/export/read-include-supporting.ts'
import type { StateReader } from '../application/ports/state/state-reader.ts'
import { parsePlanReference } from '../domain/records/plan-reference.ts'
import { renderCount } from '../views/text/amounts.ts'
import { type ReleaseOrigin, renderReleaseNotes } from '../views/bundle/release-notes.ts'

/**
 * The companion Action: puts the approved versions of a plan on a release. It leaves the workflow branch alone, which the
 * App alone writes (docs/decisions/0008). In the log a line that starts with `::` is a command: text from the repository goes
 * to the summary, and into the log only through `setFailed`, which escapes it.
 */
async function run(): Promise<void> {
  const asked = readRequest()
  if (asked === undefined) return
  const token = core.getInput('token', { required: true })
  core.setSecret(token)
  const client = getOctokit(token)
  // A branch that isn't there and a repository that isn't there look alike.
  const found = await orMissing(client.rest.repos.get(context.repo))
  if (found === undefined) {
    const { owner, repo } = context.repo
    core.setFailed(`There is no repository ${owner}/${repo}, or the token may not read it.`)
    return
  }
  const state = createStateReader(client, context.repo)
  const request = await fillIn(asked, state, found.data.default_branch)
  if (request === undefined) return
  const ports = {
    state,
    releases: createReleaseStore(client, context.repo),
    origin: originOf(context),
    bundle: null,
  }
  await report(await exportPlan(ports, request), ports.origin)
}

type Asked = Omit<ExportRequest, 'includeSupporting'> & { includeSupporting: boolean | null }

function readRequest(): Asked | undefined {
  const reference = parsePlanReference(core.getInput('plan', { required: true }))
  if (reference === undefined) {
    core.setFailed('Input "plan" must be a plan (SOL-ISS-007-1) or an issue (ISS-007, #7).')
    return undefined
  }
  return {
    ...reference,
    includeCandidates: core.getBooleanInput('include-candidates'),
    includeSupporting: core.getInput('include-supporting') === '' ? null : core.getBooleanInput('include-supporting'),
    partial: core.getBooleanInput('partial'),
  }
}

/** What the inputs leave open, the configuration says. */
async function fillIn(asked: Asked, state: StateReader, defaultBranch: string): Promise<ExportRequest | undefined> {
  const { includeSupporting, ...rest } = asked
  if (includeSupporting !== null) return { ...rest, includeSupporting }
  const configured = await readIncludeSupporting(state, defaultBranch)
  if (configured.ok) return { ...rest, includeSupporting: configured.includeSupporting }
  core.setFailed(configured.faults.join('\n'))
  return undefined
}

function originOf({ serverUrl, repo }: typeof context): ReleaseOrigin {
  return { repository: `${serverUrl}/${repo.owner}/${repo.repo}`, publicKey: null, docs: null }
}

async function report(answer: ExportAnswer, origin: ReleaseOrigin): Promise<void> {
  if (answer.kind === 'refused') {
    const missing = answer.missing.map((one) => `${one.task} (${one.state}): ${one.why}`)
    core.setFailed([`Nothing was exported: ${answer.why}.`, ...missing].join('\n'))
    return
  }
  const { release, manifest, manifestSha256, fileCount } = answer
  if (release === null) return
  core.setOutput('tag', release.tag)
  core.setOutput('manifest-sha256', manifestSha256)
  core.setOutput('release-url', release.url)
  core.setOutput('count', String(fileCount))
  const released = release.kind === 'found' ? 'Already released' : 'Released'
  core.info(`${released} as ${release.tag}: ${renderCount(fileCount, 'file')}`)
  core.info(`sha256 of manifest.json: ${manifestSha256}`)
  const notes = renderReleaseNotes(manifest, manifestSha256, origin)
  await core.summary.addRaw(`### [${release.tag}](${release.url})\n\n${notes}\n`).write()
}

try {
  await run()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  core.setFailed(error instanceof ExportFault ? `${message}: ${error.details}` : message)
}
