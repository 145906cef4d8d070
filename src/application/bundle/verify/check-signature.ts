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
  const text = Buffer.from(await folder.read(entry.path)).toString('latin1')
  const signature = Buffer.from(text.trim(), 'base64').toString('base64url')
  const holds = (keys ?? []).some((key) => holdsSignature(key, Buffer.from(manifest).toString('utf8'), signature))
  if (!holds)
    findings.doubt('signature_unknown', signatureName, 'it is not by the key that was given, over this manifest')
  else findings.note('as_exported', null, 'whether it was taken back since is known to the repository only (--repo)')
}
