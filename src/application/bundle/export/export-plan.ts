import { recordText } from '../../../domain/language/message.ts'
import { assembleBundle, type BundleCopy } from '../../../domain/bundle/assemble-bundle.ts'
import { explainTooLarge, leastArchiveBytes } from '../../../domain/bundle/archive-size.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { type Manifest, manifestFiles, type MissingTask, renderManifest } from '../../../domain/bundle/manifest.ts'
import { defaultTemplates, type ReleaseTemplates, renderTag } from '../../../domain/configuration/release-template.ts'
import type { Task } from '../../../domain/plan/task.ts'
import { bundleDir } from '../../../domain/paths/solution-paths.ts'
import { type ReleaseOrigin, renderReleaseNotes, renderReleaseTitle } from '../../../views/bundle/release-notes.ts'
import { ExportFault } from '../export-fault.ts'
import { sha256Of } from '../hashes.ts'
import { loadPlanState, type PlanState } from '../load-plan-state.ts'
import { type PublishedRelease, publishRelease } from './publish-release.ts'
import { describeDifferences, readDifferences } from '../../branches/read-differences.ts'
import { ProvenContents } from '../proven-contents.ts'
import { makeReleaseFiles, openMemorySpool } from '../release-files.ts'
import type { BundleWriter, FolderReplaced, SignBundle, SignManifest } from '../../ports/state/bundle-writer.ts'
import { renderExportStatement } from '../../../domain/bundle/export-statement.ts'
import type { Attest } from '../../ports/forge/attest.ts'
import type { ReleaseFile, ReleaseStore } from '../../ports/forge/release-store.ts'
import type { FetchBlobs, FetchedBlobs } from '../../ports/state/fetched-blobs.ts'
import type { OpenSpool, Spool } from '../../ports/state/spool.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'

export interface ExportRequest {
  /** `ISS-007`. */
  issueId: string
  /** Null takes the issue's newest plan. */
  planId: string | null
  includeCandidates: boolean
  partial: boolean
  includeSupporting?: boolean
  /** How the release is called, where it isn't what it is called by default. */
  templates?: ReleaseTemplates
}

export interface ExportPorts {
  state: StateReader
  /** Null where no release is wanted. */
  releases: ReleaseStore | null
  origin: ReleaseOrigin
  /** Where the archive is until it is uploaded; in memory where nobody says. */
  openSpool?: OpenSpool
  /** Fetches many files at once; without, each is a call. */
  fetchBlobs?: FetchBlobs
  /** Has a workflow vouch for what is released; without, nobody does. */
  attest?: Attest | null
  /** Only who may sign for the App writes the workflow branch (docs/decisions/0008). */
  bundle: { writer: BundleWriter; op: string; sign: SignBundle; signManifest: SignManifest } | null
}

interface ExportedPlan {
  kind: 'exported'
  planId: string
  /** What was planned, to be shown. */
  tasks: readonly Task[]
  manifest: Manifest
  manifestSha256: string
  /** Files in the bundle, the manifest not counted. */
  fileCount: number
  /** The integration commit that was exported. */
  commit: string
  release: PublishedRelease | null
  /** What happened to the bundle on the workflow branch; null where it was not asked for. */
  bundle: FolderReplaced | null
}

export type ExportAnswer = ExportedPlan | { kind: 'refused'; why: string; missing: MissingTask[] }

interface PreparedExport {
  issueTitle: string
  tasks: readonly Task[]
  manifest: Manifest
  files: ReleaseFile[]
  commit: string
  bundle: FolderReplaced | null
}

const mostConflicts = 5

/**
 * Exports the approved versions of a plan (spec 003 §3.2): proves every byte against the record (I7), writes the
 * bundle to the workflow branch, then the release. Done again on the same state it changes nothing. Throws `ExportFault`.
 */
export async function exportPlan(ports: ExportPorts, request: ExportRequest): Promise<ExportAnswer> {
  await using spooling = await (ports.openSpool?.() ?? openMemorySpool())
  for (let attempt = 0; attempt < mostConflicts; attempt += 1) {
    const prepared = await prepareBundle(ports, request, spooling.spool)
    if (prepared.kind === 'refused') return prepared
    if (prepared.bundle?.kind === 'conflict') continue
    // Awaited here: what was spooled goes when this ends.
    return await releaseBundle(ports, prepared, request.templates ?? defaultTemplates)
  }
  const details = recordText('The branch moved {n} times while the bundle was written. Try again.', {
    n: mostConflicts,
  })
  throw new ExportFault('branch_busy', recordText('{branch} is busy', { branch: workflowBranch }), details)
}

async function prepareBundle(
  ports: ExportPorts,
  request: ExportRequest,
  spool: Spool,
): Promise<({ kind: 'prepared' } & PreparedExport) | { kind: 'refused'; why: string; missing: MissingTask[] }> {
  const { issueId, planId, templates: _names, ...choices } = request
  const head = await ports.state.findHead(workflowBranch)
  if (head === undefined)
    return refuseExport(recordText('the repository has no branch {branch}', { branch: workflowBranch }))
  const state = await loadPlanState(ports.state, head, issueId, planId)
  if (state.kind === 'absent') return refuseExport(state.why)
  const decision = assembleBundle({ ...choices, ...state })
  if (decision.kind === 'refused') return decision
  const commit = await findIntegrationCommit(ports.state, state)
  if (commit === undefined) return refuseExport(recordText('there is no integration commit to put the tag on'))
  const { manifest, copies } = decision
  const tooLarge = explainTooLarge(leastArchiveBytes(manifest), manifest)
  if (tooLarge !== undefined) return refuseExport(tooLarge)
  await using fetched = await fetchMany(ports, copies)
  const contents = new ProvenContents(readFrom(ports.state, fetched), head, copies)
  const files = await makeReleaseFiles(manifest, contents, ports.bundle?.signManifest ?? null, spool)
  contents.expectProven()
  const packed = explainTooLarge(files[0]?.content.size ?? 0, manifest)
  if (packed !== undefined) return refuseExport(packed)
  const differences = await readDifferences(ports.state, state, commit)
  if (differences === null)
    return refuseExport(
      recordText(
        'it can’t be seen whether the integration branch holds what was approved: its commit {sha} is not in the repository, or has no history in common with {branch}; /doctor tells more',
        { sha: commit.slice(0, 7), branch: state.record.default_branch },
      ),
    )
  if (differences.length > 0)
    return refuseExport(
      recordText('the integration branch is not what was approved: {paths}', {
        paths: describeDifferences(differences),
      }),
    )
  const bundle =
    ports.bundle === null
      ? null
      : await ports.bundle.writer.replaceFolder({
          branch: workflowBranch,
          parent: head,
          folder: bundleDir(manifest.plan_id),
          files: [
            ...copies.map(({ dest_path, mode, blob }) => ({ path: dest_path, mode, content: { blob } })),
            { path: 'manifest.json', mode: '100644', content: { bytes: Buffer.from(renderManifest(manifest)) } },
          ],
          subject: `export ${manifest.plan_id}`,
          op: ports.bundle.op,
          sign: ports.bundle.sign,
        })
  return {
    kind: 'prepared',
    issueTitle: state.record.frozen.title,
    tasks: state.plan.tasks,
    manifest,
    files,
    commit,
    bundle,
  }
}

/** Below, a call for each is quicker than git. */
const fewestToFetch = 5

async function fetchMany(
  { fetchBlobs }: ExportPorts,
  copies: readonly BundleCopy[],
): Promise<FetchedBlobs | undefined> {
  const blobs = [...new Set(copies.map(({ blob }) => blob))]
  return blobs.length < fewestToFetch ? undefined : fetchBlobs?.(blobs)
}

function readFrom(state: StateReader, fetched: FetchedBlobs | undefined): Pick<StateReader, 'findFile' | 'readBlob'> {
  return {
    findFile: (commit, path) => state.findFile(commit, path),
    // What git doesn't give after all, a call does.
    readBlob: async (blob) => (await fetched?.read(blob).catch(() => undefined)) ?? state.readBlob(blob),
  }
}

/** The recorded head of the integration branch; while it isn't recorded yet, the branch itself. */
async function findIntegrationCommit(
  reader: StateReader,
  { record, execution }: PlanState,
): Promise<string | undefined> {
  const recorded = execution.execution_result.commit_hash
  if (recorded !== null) return recorded
  return record.base_branch === null ? undefined : reader.findHead(record.base_branch)
}

async function releaseBundle(
  ports: ExportPorts,
  prepared: PreparedExport,
  templates: ReleaseTemplates,
): Promise<ExportedPlan> {
  const { manifest, files, commit, bundle } = prepared
  const { attest = null } = ports
  const manifestSha256 = sha256Of(renderManifest(manifest))
  const release =
    ports.releases === null
      ? null
      : await publishRelease(ports.releases, {
          tagOf: (attempt) => renderTag(templates.tag, manifest, attempt),
          commit,
          title: renderReleaseTitle(manifest, prepared.issueTitle, templates.name),
          body: renderReleaseNotes(manifest, manifestSha256, ports.origin),
          prerelease: manifest.missing.length > 0 || manifest.candidates.length > 0,
          files,
          manifestSha256,
          attestation:
            attest === null ? null : { statement: renderExportStatement(manifest, manifestSha256, files), attest },
        })
  const fileCount = manifestFiles(manifest).length
  return {
    kind: 'exported',
    planId: manifest.plan_id,
    tasks: prepared.tasks,
    manifest,
    manifestSha256,
    fileCount,
    commit,
    release,
    bundle,
  }
}

function refuseExport(why: string): { kind: 'refused'; why: string; missing: MissingTask[] } {
  return { kind: 'refused', why, missing: [] }
}
