import type { Manifest } from '../../domain/manifest.ts'
import { archiveName, renderSums, signatureName } from '../../domain/release-names.ts'
import { archiveFolder } from '../export/pack-bundle.ts'
import { sha256Of } from '../export/hashes.ts'
import type { BundleFolder, FolderEntry } from '../ports/bundle-folder.ts'
import { checkFiles, type SeenBlobs } from './check-files.ts'
import type { Findings } from './findings.ts'
import { archivedManifest, readArchive } from './read-archive.ts'

/**
 * Checks a release as downloaded: manifest, checksums and archive agree, byte for byte. The archive may have been unpacked
 * beside them; then that folder is compared too.
 */
export async function checkRelease(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  manifestBytes: Uint8Array,
  strict: boolean,
  findings: Findings,
): Promise<SeenBlobs> {
  const archive = archiveName(manifest.plan_id)
  const archiveBytes = await readAsset(folder, entries, archive, findings)
  const sums = await readAsset(folder, entries, 'SHA256SUMS', findings)
  if (archiveBytes !== undefined && sums !== undefined) {
    const expected = renderSums([
      { name: archive, sha256: sha256Of(archiveBytes) },
      { name: 'manifest.json', sha256: sha256Of(manifestBytes) },
    ])
    if (!Buffer.from(expected).equals(sums)) {
      findings.fault('sums_differ', 'SHA256SUMS', 'its lines are not the checksums of the files beside it')
    }
  }
  const unpacked = entries.filter((entry) => entry.path.startsWith(`${archiveFolder}/`))
  const known = new Set(['manifest.json', 'SHA256SUMS', archive, signatureName])
  for (const entry of entries) {
    if (strict && !known.has(entry.path) && !unpacked.includes(entry)) {
      findings.fault('file_unexpected', entry.path, 'it is no part of a release')
    }
  }
  if (unpacked.length > 0) await checkUnpacked(folder, unpacked, manifest, manifestBytes, '', findings)
  if (archiveBytes === undefined) return new Map()
  const inside = await readArchive(archiveBytes, manifest, manifestBytes.length, archive, findings)
  if (inside === undefined) return new Map()
  return checkUnpacked(inside.folder, inside.entries, manifest, manifestBytes, `${archive}: `, findings)
}

async function checkUnpacked(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  manifestBytes: Uint8Array,
  where: string,
  findings: Findings,
): Promise<SeenBlobs> {
  const own = entries.find((entry) => entry.path === archivedManifest)
  const same = own?.kind === 'file' && Buffer.from(await folder.read(archivedManifest)).equals(manifestBytes)
  if (!same) findings.fault('manifest_differs', where + archivedManifest, 'it is not the manifest beside the archive')
  return checkFiles(folder, entries, manifest, `${archiveFolder}/`, [archivedManifest], findings)
}

async function readAsset(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  name: string,
  findings: Findings,
): Promise<Uint8Array | undefined> {
  const entry = entries.find((one) => one.path === name)
  if (entry?.kind === 'file') return folder.read(name)
  findings.fault('file_missing', name, 'a release has it beside the manifest')
  return undefined
}
