import { signatureName } from '../../../domain/bundle/release-names.ts'
import type { HistoryTrust } from '../../../domain/records/seal/judge-history.ts'
import type { BundleFolder, FolderEntry } from '../../ports/state/bundle-folder.ts'
import type { Findings } from '../findings.ts'

/** The App signed the manifest: its signature lies beside it, in base64, and one of the known keys made it. */
export async function checkSignature(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Uint8Array,
  { keys, holdsSignature }: HistoryTrust,
  findings: Findings,
): Promise<void> {
  const entry = entries.find((one) => one.path === signatureName)
  if (entry?.kind !== 'file') {
    findings.doubt('signature_missing', signatureName, 'there is no signature to the manifest')
    return
  }
  if (!(await isSigned(folder, entry, manifest, { keys, holdsSignature })))
    findings.doubt(
      'signature_unknown',
      signatureName,
      `another key than the one that was given made it (${(keys ?? []).join(', ')}), or it is of another manifest; which key, a signature doesn’t tell: the record does (--repo)`,
    )
  else findings.note('as_exported', null, 'whether it was taken back since is known to the repository only (--repo)')
}

/** The record is the anchor and needs no signature; but one that lies there and isn't the App's was changed. */
export async function checkSpareSignature(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Uint8Array,
  trust: ManifestTrust,
  findings: Findings,
): Promise<void> {
  const entry = entries.find((one) => one.path === signatureName)
  if (entry === undefined || (entry.kind === 'file' && (await isSigned(folder, entry, manifest, trust)))) return
  findings.fault('signature_differs', signatureName, 'it is not the App’s signature of this manifest')
}

type ManifestTrust = Pick<HistoryTrust, 'keys' | 'holdsSignature'>

async function isSigned(
  folder: BundleFolder,
  entry: FolderEntry,
  manifest: Uint8Array,
  { keys, holdsSignature }: ManifestTrust,
): Promise<boolean> {
  const text = Buffer.from(await folder.read(entry.path)).toString('latin1')
  const signature = Buffer.from(text.trim(), 'base64').toString('base64url')
  return (keys ?? []).some((key) => holdsSignature(key, Buffer.from(manifest).toString('utf8'), signature))
}
