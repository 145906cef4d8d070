import { createHash } from 'node:crypto'
import type { ReleaseFile, ReleaseStore, StoredRelease } from '../../ports/forge/release-store.ts'
import { memoryFolder } from '../memory-folder.ts'
import { verifyBundle } from '../verify/verify-bundle.ts'

/** Downloads every asset, and says which of these files does not lie there byte for byte; `beside` may be there as well. */
export async function findAssetFaults(
  releases: ReleaseStore,
  release: StoredRelease,
  files: readonly ReleaseFile[],
  beside: readonly string[],
): Promise<string[]> {
  const wanted = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const faults: string[] = []
  for (const asset of release.assets) {
    const sha256 = wanted.get(asset.name)
    if (sha256 === undefined && !beside.includes(asset.name)) faults.push(`${asset.name}: it is no part of a release`)
    if (sha256 === undefined || asset.state !== 'uploaded') continue
    wanted.delete(asset.name)
    const found = await hashAsset(releases, asset.id)
    if (found !== sha256) faults.push(`${asset.name}: its sha256 is ${found}, not ${sha256}`)
  }
  return [...faults, ...[...wanted.keys()].map((name) => `${name}: it is not there`)]
}

/**
 * Whether a release holds what the manifest with this checksum names, although not in the very bytes: older ones have
 * archives that were packed in another way.
 */
export async function holdsManifest(
  releases: ReleaseStore,
  release: StoredRelease,
  manifestSha256: string,
): Promise<boolean> {
  const contents = new Map<string, Uint8Array>()
  for (const asset of release.assets) {
    if (asset.state === 'uploaded') contents.set(asset.name, await readStoredAsset(releases, asset.id))
  }
  const entries = [...contents].map(([path, bytes]) => {
    return { path, kind: 'file' as const, size: bytes.length, executable: false }
  })
  const folder = memoryFolder(entries, contents)
  const anchor = { kind: 'manifest_sha256' as const, sha256: manifestSha256 }
  const report = await verifyBundle({ folder, scope: 'folder', anchor })
  const lacking = report.findings.filter((finding) => finding.level !== 'note' || finding.code === 'file_missing')
  return report.layout === 'release' && report.verdict === 'approved' && report.beside.length + lacking.length === 0
}

/** Lower-case hex; nothing of it is kept in memory. */
export async function hashAsset(releases: ReleaseStore, id: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await releases.openAsset(id)) hash.update(chunk)
  return hash.digest('hex')
}

export async function readStoredAsset(releases: ReleaseStore, id: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await releases.openAsset(id)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
