import { type Manifest, renderManifest } from '../../domain/bundle/manifest.ts'
import { archiveName, renderSums, signatureName, verifyScriptName } from '../../domain/bundle/release-names.ts'
import { verifyScript } from '../../domain/bundle/verify-script.ts'
import type { ReleaseFile } from '../ports/forge/release-store.ts'
import type { SignManifest } from '../ports/state/bundle-writer.ts'
import { sha256Of } from './hashes.ts'
import { packBundle } from './pack-bundle.ts'

/** The assets of a release (design 2.9): manifest, the archive, the script that compares them with the repository, the checksums of the three; and the App's signature of the manifest. */
export async function makeReleaseFiles(
  manifest: Manifest,
  bytes: ReadonlyMap<string, Uint8Array>,
  sign: SignManifest | null = null,
): Promise<ReleaseFile[]> {
  const described = [
    { name: archiveName(manifest.plan_id), bytes: await packBundle(manifest, bytes), contentType: 'application/gzip' },
    { name: 'manifest.json', bytes: Buffer.from(renderManifest(manifest)), contentType: 'application/json' },
    { name: verifyScriptName, bytes: Buffer.from(verifyScript), contentType: 'text/x-shellscript' },
  ]
  const sums = renderSums(described.map((file) => ({ name: file.name, sha256: sha256Of(file.bytes) })))
  const files = [...described, { name: 'SHA256SUMS', bytes: Buffer.from(sums), contentType: 'text/plain' }]
  if (sign === null) return files
  const signature = Buffer.from(sign(renderManifest(manifest)), 'base64url').toString('base64')
  return [...files, { name: signatureName, bytes: Buffer.from(`${signature}\n`), contentType: 'text/plain' }]
}
