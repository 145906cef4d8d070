import { type Manifest, renderManifest } from '../../domain/manifest.ts'
import { archiveName, renderSums } from '../../domain/release-names.ts'
import type { ReleaseFile } from '../ports/release-store.ts'
import { sha256Of } from './hashes.ts'
import { packBundle } from './pack-bundle.ts'

/** The three assets of a release (design 2 "Export"): manifest, the archive, and the checksums of both. */
export async function makeReleaseFiles(
  manifest: Manifest,
  bytes: ReadonlyMap<string, Uint8Array>,
): Promise<ReleaseFile[]> {
  const described = [
    { name: archiveName(manifest.plan_id), bytes: await packBundle(manifest, bytes), contentType: 'application/gzip' },
    { name: 'manifest.json', bytes: Buffer.from(renderManifest(manifest)), contentType: 'application/json' },
  ]
  const sums = renderSums(described.map((file) => ({ name: file.name, sha256: sha256Of(file.bytes) })))
  return [...described, { name: 'SHA256SUMS', bytes: Buffer.from(sums), contentType: 'text/plain' }]
}
