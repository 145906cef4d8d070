import type { Manifest } from '../../../domain/bundle/manifest.ts'
import {
  archiveName,
  attestationName,
  renderSums,
  signatureName,
  verifyScriptName,
} from '../../../domain/bundle/release-names.ts'
import { verifyScript } from '../../../domain/bundle/verify-script.ts'
import { archiveFolder } from '../pack-bundle.ts'
import { sha256Of } from '../hashes.ts'
import type { BundleFolder, FolderEntry } from '../../ports/state/bundle-folder.ts'
import { checkFiles, type SeenBlobs } from './check-files.ts'
import type { Findings } from '../findings.ts'
import { archivedManifest, readArchive } from '../read-archive.ts'

/**
 * Checks a release as downloaded: manifest, checksums and archive agree, byte for byte. The archive may have been unpacked
 * beside them; then that folder is compared too.
 */
export async function checkRelease(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  manifestBytes: Uint8Array,
  findings: Findings,
): Promise<SeenBlobs> {
  const archive = archiveName(manifest.plan_id)
  const archiveBytes = await readAsset(folder, entries, archive, findings)
  const sums = await readAsset(folder, entries, 'SHA256SUMS', findings)
  const script = await readAsset(folder, entries, verifyScriptName, null)
  if (script !== undefined && !Buffer.from(verifyScript).equals(script))
    findings.note(
      'script_unknown',
      verifyScriptName,
      'it is another one than this version puts on a release: read it before you run it',
    )
  if (sums !== undefined) {
    const here = new Map([
      [archive, archiveBytes],
      ['manifest.json', manifestBytes],
      [verifyScriptName, script],
    ])
    if (!holdsSums(sums, here, [archive, 'manifest.json']))
      findings.fault('sums_differ', 'SHA256SUMS', 'its lines are not the checksums of the files beside it')
  }
  const unpacked = entries.filter((entry) => entry.path.startsWith(`${archiveFolder}/`))
  const seen =
    unpacked.length === 0 ? undefined : await checkUnpacked(folder, unpacked, manifest, manifestBytes, '', findings)
  if (archiveBytes === undefined) {
    if (seen === undefined) findings.doubt('files_not_looked_at', null, 'the archive with the files is not here')
    return seen ?? new Map()
  }
  const inside = await readArchive(archiveBytes, manifest, manifestBytes.length, archive, findings)
  if (inside === undefined) return new Map()
  const read = await checkUnpacked(inside.folder, inside.entries, manifest, manifestBytes, `${archive}: `, findings)
  // After what is changed in it, which matters more.
  for (const { path, why } of inside.form)
    findings.fault('archive_malformed', path === null ? archive : `${archive}: ${path}`, why)
  return read
}

/** Which paths of a download are the release's own. */
export function isOfRelease(manifest: Manifest): (path: string) => boolean {
  const assets = new Set([
    'manifest.json',
    'SHA256SUMS',
    archiveName(manifest.plan_id),
    signatureName,
    attestationName,
    verifyScriptName,
  ])
  return (path) => assets.has(path) || path.startsWith(`${archiveFolder}/`)
}

/** It is written as an export writes it, and right about every file that is here; `always` are in each one. */
function holdsSums(
  sums: Uint8Array,
  here: ReadonlyMap<string, Uint8Array | undefined>,
  always: readonly string[],
): boolean {
  const text = new TextDecoder().decode(sums)
  const lines = [...text.matchAll(/^([0-9a-f]{64})  (.+)$/gm)].map(([, sha256 = '', name = '']) => ({ name, sha256 }))
  const names = new Set(lines.map(({ name }) => name))
  return (
    renderSums(lines) === text &&
    names.size === lines.length &&
    always.every((name) => names.has(name)) &&
    lines.every(({ name, sha256 }) => {
      const bytes = here.get(name)
      return here.has(name) && (bytes === undefined || sha256Of(bytes) === sha256)
    }) &&
    (names.has(verifyScriptName) || here.get(verifyScriptName) === undefined)
  )
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

/** Undefined where it wasn't downloaded, which `findings` is told of. */
async function readAsset(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  name: string,
  findings: Findings | null,
): Promise<Uint8Array | undefined> {
  const entry = entries.find((one) => one.path === name)
  if (entry?.kind === 'file') return folder.read(name)
  if (entry === undefined) findings?.note('file_missing', name, 'a release has it; it was not downloaded')
  else findings?.fault('file_not_regular', name, 'it is a link or something else that is no plain file')
  return undefined
}
