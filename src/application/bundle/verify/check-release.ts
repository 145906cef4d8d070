import type { Manifest } from '../../../domain/bundle/manifest.ts'
import {
  archiveName,
  attestationName,
  renderSums,
  signatureName,
  verifyScriptName,
} from '../../../domain/bundle/release-names.ts'
import { verifyScript } from '../../../domain/bundle/verify-script.ts'
import { digestFile, type FileDigest } from '../digests.ts'
import { sha256Of } from '../hashes.ts'
import { archiveFolder } from '../pack-bundle.ts'
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
  const packed = findAsset(entries, archive, findings)
  const inside = packed && (await readArchive(folder.open(archive), manifest, manifestBytes.length))
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
      [archive, inside?.sha256],
      ['manifest.json', sha256Of(manifestBytes)],
      [verifyScriptName, script && sha256Of(script)],
    ])
    if (!holdsSums(sums, here, [archive, 'manifest.json']))
      findings.fault('sums_differ', 'SHA256SUMS', 'its lines are not the checksums of the files beside it')
  }
  const unpacked = entries.filter((entry) => entry.path.startsWith(`${archiveFolder}/`))
  const onDisk = (entry: FolderEntry) => digestFile(folder, entry)
  const seen =
    unpacked.length === 0 ? undefined : await checkUnpacked(onDisk, unpacked, manifest, manifestBytes, '', findings)
  if (inside === undefined) {
    if (seen === undefined) findings.doubt('files_not_looked_at', null, 'the archive with the files is not here')
    return seen ?? new Map()
  }
  const { content, why } = inside
  if (why !== undefined) findings.fault('archive_malformed', archive, why)
  if (content === undefined) return new Map()
  const { digests, form } = content
  const packedAs = ({ path }: FolderEntry) => Promise.resolve(digests.get(path))
  const read = await checkUnpacked(packedAs, content.entries, manifest, manifestBytes, `${archive}: `, findings)
  // After what is changed in it, which matters more.
  for (const { path, why } of form)
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
  here: ReadonlyMap<string, string | undefined>,
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
      const found = here.get(name)
      return here.has(name) && (found === undefined || found === sha256)
    }) &&
    (names.has(verifyScriptName) || here.get(verifyScriptName) === undefined)
  )
}

async function checkUnpacked(
  digest: (entry: FolderEntry) => Promise<FileDigest | undefined>,
  entries: readonly FolderEntry[],
  manifest: Manifest,
  manifestBytes: Uint8Array,
  where: string,
  findings: Findings,
): Promise<SeenBlobs> {
  const own = entries.find((entry) => entry.path === archivedManifest)
  const found = own?.kind === 'file' ? await digest(own) : undefined
  if (found?.sha256 !== sha256Of(manifestBytes))
    findings.fault('manifest_differs', where + archivedManifest, 'it is not the manifest beside the archive')
  return checkFiles(digest, entries, manifest, `${archiveFolder}/`, [archivedManifest], findings)
}

async function readAsset(
  folder: BundleFolder,
  entries: readonly FolderEntry[],
  name: string,
  findings: Findings | null,
): Promise<Uint8Array | undefined> {
  return findAsset(entries, name, findings) && folder.read(name)
}

/** Undefined where it wasn't downloaded, which `findings` is told of. */
function findAsset(entries: readonly FolderEntry[], name: string, findings: Findings | null): FolderEntry | undefined {
  const entry = entries.find((one) => one.path === name)
  if (entry?.kind === 'file') return entry
  if (entry === undefined) findings?.note('file_missing', name, 'a release has it; it was not downloaded')
  else findings?.fault('file_not_regular', name, 'it is a link or something else that is no plain file')
  return undefined
}
