import { isDeepStrictEqual } from 'node:util'
import { findSignerFault, type WantedSigner } from '../../../domain/bundle/attested-workflow.ts'
import { describeExport, ExportStatementSchema, statementMediaType } from '../../../domain/bundle/export-statement.ts'
import type { Manifest } from '../../../domain/bundle/manifest.ts'
import { archiveName, attestationName, verifyScriptName } from '../../../domain/bundle/release-names.ts'
import type { AttestationReport } from '../../../domain/bundle/verify-report.ts'
import { parseJson } from '../../../domain/text/parse-json.ts'
import type { BundleFolder, FolderEntry } from '../../ports/state/bundle-folder.ts'
import type { CheckAttestation } from '../../ports/state/check-attestation.ts'
import type { Findings } from '../findings.ts'
import { digestFile } from '../digests.ts'
import { sha256Of } from '../hashes.ts'

/** What is wanted of the attestation beside a release. */
export interface AttestationDemand {
  check: CheckAttestation
  /** Without one that holds, nothing is called approved. */
  isRequired: boolean
  server: WantedSigner['server']
  /** The workflow that has to have signed; null: any of the repository that the manifest names. */
  workflow: string | null
}

/**
 * The attestation that lies beside a release: a workflow of that repository signed it, over these very assets, and it
 * says what the manifest says. It tells who exported; who approved is told by the anchor (docs/decisions/0096). Who can
 * put a foreign one there can take one away too, so one that nobody here can check counts as none.
 */
export async function checkAttestation(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  manifestBytes: Uint8Array,
  demand: AttestationDemand,
  findings: Findings,
): Promise<AttestationReport> {
  const entry = entries.find((one) => one.path === attestationName)
  if (entry?.kind !== 'file') {
    // Most releases have none, those of the App's server never: a lack only where somebody asked for it.
    if (demand.isRequired)
      findings.doubt(
        'attestation_missing',
        attestationName,
        'there is none: nothing shows which workflow exported this',
      )
    return { kind: 'none' }
  }
  const checked = await demand.check(await folder.read(attestationName))
  if (checked.kind === 'unknown') {
    findings[demand.isRequired ? 'doubt' : 'note']('attestation_unchecked', attestationName, checked.why)
    return { kind: 'not_checked', why: checked.why }
  }
  const fault = (why: string): AttestationReport => {
    findings.fault('attestation_differs', attestationName, why)
    return { kind: 'broken', why }
  }
  if (checked.kind === 'broken') return fault(checked.why)
  const { server, workflow } = demand
  const wanted = { server, repository: manifest.repository, repositoryId: manifest.repository_id, workflow }
  const stranger = findSignerFault(checked.by, wanted)
  if (stranger !== undefined) return fault(stranger)
  if (checked.payloadType !== statementMediaType) return fault(`it signs ${checked.payloadType}, which is no statement`)
  const wrong = await findStatementFault(checked.payload, folder, entries, manifest, manifestBytes)
  return wrong === undefined ? { kind: 'holds', by: checked.by } : fault(wrong)
}

async function findStatementFault(
  payload: Uint8Array,
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  manifestBytes: Uint8Array,
): Promise<string | undefined> {
  const parsed = ExportStatementSchema.safeParse(parseJson(Buffer.from(payload).toString('utf8')))
  if (!parsed.success) return `it says something else than an export does: ${parsed.error.issues[0]?.message ?? ''}`
  const { subject: subjects, predicate } = parsed.data
  const manifestSha256 = sha256Of(manifestBytes)
  const digests = new Map(subjects.map(({ name, digest }) => [name, digest.sha256]))
  if (digests.get('manifest.json') !== manifestSha256) return 'it is about another manifest'
  for (const name of [archiveName(manifest.plan_id), 'SHA256SUMS', verifyScriptName]) {
    const entry = entries.find((one) => one.path === name && one.kind === 'file')
    if (entry === undefined) continue
    if (digests.get(name) !== (await digestFile(folder, entry)).sha256) return `it is about another ${name}`
  }
  return isDeepStrictEqual(predicate, describeExport(manifest, manifestSha256))
    ? undefined
    : 'what it says of plan and verdicts is not what the manifest says'
}
