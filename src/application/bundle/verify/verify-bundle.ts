import type { HistoryTrust } from '../../../domain/records/seal/judge-history.ts'
import { findBundleFolder } from '../../../domain/bundle/bundle-names.ts'
import { type Manifest, manifestFiles } from '../../../domain/bundle/manifest.ts'
import { archiveName, attestationName, signatureName, verifyScriptName } from '../../../domain/bundle/release-names.ts'
import type {
  AnchorReport,
  AttestationReport,
  VerifyReport,
  VerifyVerdict,
} from '../../../domain/bundle/verify-report.ts'
import { digestFile } from '../digests.ts'
import { sha256Of } from '../hashes.ts'
import type { BundleFolder, FolderEntry } from '../../ports/state/bundle-folder.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'
import { type AttestationDemand, checkAttestation } from './check-attestation.ts'
import { checkFiles, type SeenBlobs } from './check-files.ts'
import { checkRelease, isOfRelease } from './check-release.ts'
import type { RecordProof } from './check-history.ts'
import { checkRepository } from './check-repository.ts'
import { checkSignature, checkSpareSignature } from './check-signature.ts'
import { findBeside } from './find-beside.ts'
import { Findings } from '../findings.ts'
import { parseManifest } from '../read-manifest.ts'

/** What makes "consistent" into "approved": the manifest's checksum from a place one trusts, or the App's key, over the manifest or the repository's record. */
export type TrustAnchor =
  | { kind: 'manifest_sha256'; sha256: string }
  | { kind: 'public_key'; trust: HistoryTrust }
  | { kind: 'repository'; name: string; reader: StateReader; proof: RecordProof }

export interface VerifyInput {
  folder: BundleFolder
  /**
   * `folder`: all of it; what else lies in a bundle's folder is a fault, what lies beside a release is named. `manifest`:
   * only what the manifest names is looked at.
   */
  scope: 'folder' | 'manifest'
  anchor: TrustAnchor | null
  /** Null: nobody looks at one. */
  attestation?: AttestationDemand | null
}

/**
 * Proves a bundle or a downloaded release: every byte against the manifest, then the manifest against the anchor. Never
 * throws for what the files hold; all findings are in the report (design 2.9, I7).
 */
export async function verifyBundle(input: VerifyInput): Promise<VerifyReport> {
  const findings = new Findings()
  const entries = await input.folder.list()
  const bytes = await readManifestBytes(input.folder, entries, findings)
  const manifest = bytes === undefined ? undefined : parseManifest(bytes, findings)
  if (bytes === undefined || manifest === undefined) {
    return describe(input, findings, bytes, undefined, null, 0, null, null)
  }

  const layout = findLayout(input.scope, entries, manifest)
  const seen = await checkLayout(layout, input, entries, manifest, bytes, findings)
  if (manifest.missing.length > 0) {
    const tasks = manifest.missing.map((one) => one.task).join(', ')
    findings.note('partial', null, `the plan was not finished: nothing of ${tasks} is in here`)
  }
  if (manifest.left_out !== undefined) {
    const tasks = manifest.left_out.map((one) => one.task).join(', ')
    findings.note('supporting_left_out', null, `${tasks} only supported the deliverable, and was left out on purpose`)
  }
  for (const { task, left_out: paths } of manifest.items) {
    if (paths === undefined) continue
    const why = `${paths.join(', ')} of ${task} only supported the deliverable, and was left out on purpose`
    findings.note('supporting_left_out', null, why)
  }
  const record = await checkAnchor(input, entries, manifest, bytes, seen, findings)
  const { attestation: demand = null } = input
  const attestation =
    demand === null ? null : await checkAttestation(input.folder, entries, manifest, bytes, demand, findings)
  const isWhole = input.scope === 'folder' && layout === 'release'
  const beside = isWhole ? findBeside(entries, isOfRelease(manifest)) : []
  return { ...describe(input, findings, bytes, manifest, layout, seen.size, record, attestation), beside }
}

async function readManifestBytes(folder: BundleFolder, entries: readonly FolderEntry[], findings: Findings) {
  const entry = entries.find((one) => one.path === 'manifest.json')
  if (entry?.kind === 'file') return folder.read(entry.path)
  findings.fault('manifest_missing', 'manifest.json', 'there is no such file')
  return undefined
}

/** What else of a release may have been downloaded, without its files. */
const aloneWithManifest = new Set(['manifest.json', signatureName, attestationName, verifyScriptName])

const onlyManifest = 'only the manifest is here, none of the files it names'

type Layout = NonNullable<VerifyReport['layout']>

function findLayout(scope: VerifyInput['scope'], entries: readonly FolderEntry[], manifest: Manifest): Layout {
  const paths = new Set(entries.map((entry) => entry.path))
  if (paths.has('SHA256SUMS') || paths.has(archiveName(manifest.plan_id))) return 'release'
  const isAlone = [...paths].every((path) => aloneWithManifest.has(path))
  if (scope === 'folder' && !isAlone) return 'bundle'
  return manifestFiles(manifest).some((file) => paths.has(file.dest_path)) ? 'bundle' : 'manifest'
}

async function checkLayout(
  layout: Layout,
  { folder, scope, anchor }: VerifyInput,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  bytes: Uint8Array,
  findings: Findings,
): Promise<SeenBlobs> {
  switch (layout) {
    case 'release':
      return checkRelease(folder, entries, manifest, bytes, findings)
    case 'bundle': {
      const others = scope === 'folder' ? [] : entries.map((entry) => entry.path)
      const digest = (entry: FolderEntry) => digestFile(folder, entry)
      return checkFiles(digest, entries, manifest, '', [...aloneWithManifest, ...others], findings)
    }
    case 'manifest':
      // A repository has the files itself; a checksum vouches for the manifest alone.
      if (anchor?.kind === 'repository') findings.note('files_not_looked_at', null, onlyManifest)
      else findings.doubt('files_not_looked_at', null, onlyManifest)
      return new Map()
  }
}

type SeenRecord = Awaited<ReturnType<typeof checkRepository>>

/** Head of the repository's workflow branch, where that is the anchor. */
async function checkAnchor(
  { folder, anchor }: VerifyInput,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  bytes: Uint8Array,
  seen: SeenBlobs,
  findings: Findings,
): Promise<SeenRecord> {
  switch (anchor?.kind) {
    case undefined:
      return null
    case 'manifest_sha256':
      if (sha256Of(bytes) !== anchor.sha256) {
        findings.fault('manifest_differs', 'manifest.json', `its sha256 is ${sha256Of(bytes)}, not ${anchor.sha256}`)
      }
      return null
    case 'public_key':
      await checkSignature(folder, entries, bytes, anchor.trust, findings)
      return null
    case 'repository': {
      const record = await checkRepository(anchor.reader, anchor.proof, manifest, seen, findings)
      const { holdsSignature } = anchor.proof.trust
      if (record !== null && record.keys !== null)
        await checkSpareSignature(folder, entries, bytes, { keys: record.keys, holdsSignature }, findings)
      return record
    }
  }
}

function describe(
  input: VerifyInput,
  findings: Findings,
  bytes: Uint8Array | undefined,
  manifest: Manifest | undefined,
  layout: VerifyReport['layout'],
  filesChecked: number,
  record: SeenRecord,
  attestation: AttestationReport | null,
): VerifyReport {
  return {
    verdict: concludeVerification(input.anchor, findings),
    layout,
    manifest_sha256: bytes === undefined ? null : sha256Of(bytes),
    repository: manifest?.repository ?? null,
    plan_id: manifest?.plan_id ?? null,
    plan_hash: manifest?.plan_hash ?? null,
    exported_at: manifest?.exported_at ?? null,
    files_checked: filesChecked,
    anchor: describeAnchor(input.anchor, record),
    attestation,
    items: (manifest?.items ?? []).map((item) => ({
      task: item.task,
      task_title: item.task_title,
      role: item.role,
      approved_artifact_id: item.approved_artifact_id,
      version: item.version,
      reviewer: item.review.reviewer,
      review_id: item.review.review_id,
      score: item.review.score,
      files: item.files.length,
      folder: findBundleFolder(item.files),
    })),
    candidates: (manifest?.candidates ?? []).map(({ task, task_title, version, verdict, files }) => ({
      task,
      task_title,
      version,
      verdict,
      folder: findBundleFolder(files),
    })),
    findings: findings.all,
    beside: [],
  }
}

function concludeVerification(anchor: TrustAnchor | null, findings: Findings): VerifyVerdict {
  if (findings.has('fault')) return 'broken'
  return anchor === null || findings.has('doubt') ? 'self-consistent' : 'approved'
}

function describeAnchor(anchor: TrustAnchor | null, record: SeenRecord): AnchorReport {
  switch (anchor?.kind) {
    case undefined:
      return { kind: 'none' }
    case 'manifest_sha256':
      return { kind: 'manifest_sha256', expected: anchor.sha256 }
    case 'public_key':
      return { kind: 'public_key', keys: [...(anchor.trust.keys ?? [])] }
    case 'repository': {
      const { commit = null, committedAt = null } = record ?? {}
      return { kind: 'repository', repository: anchor.name, commit, committed_at: committedAt }
    }
  }
}
