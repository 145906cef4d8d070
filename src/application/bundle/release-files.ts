import { createHash } from 'node:crypto'
import { type Manifest, renderManifest } from '../../domain/bundle/manifest.ts'
import { archiveName, renderSums, signatureName, verifyScriptName } from '../../domain/bundle/release-names.ts'
import { verifyScript } from '../../domain/bundle/verify-script.ts'
import type { ReleaseFile } from '../ports/forge/release-store.ts'
import type { SignManifest } from '../ports/state/bundle-writer.ts'
import type { OpenSpool, Spool } from '../ports/state/spool.ts'
import { sha256Of } from './hashes.ts'
import { type BundleContents, packBundle } from './pack-bundle.ts'

/** The assets of a release (design 2.9): manifest, the archive, the script that compares them with the repository, the checksums of the three; and the App's signature of the manifest. */
export async function makeReleaseFiles(
  manifest: Manifest,
  contents: BundleContents,
  sign: SignManifest | null = null,
  spool: Spool = keepInMemory,
): Promise<ReleaseFile[]> {
  const described = [
    await makeArchive(manifest, contents, spool),
    makeTextFile('manifest.json', renderManifest(manifest), 'application/json'),
    makeTextFile(verifyScriptName, verifyScript, 'text/x-shellscript'),
  ]
  const files = [...described, makeTextFile('SHA256SUMS', renderSums(described), 'text/plain')]
  if (sign === null) return files
  const signature = Buffer.from(sign(renderManifest(manifest)), 'base64url').toString('base64')
  return [...files, makeTextFile(signatureName, `${signature}\n`, 'text/plain')]
}

export function makeTextFile(name: string, text: string, contentType: string): ReleaseFile {
  return { name, content: new Blob([text]), sha256: sha256Of(text), contentType }
}

async function makeArchive(manifest: Manifest, contents: BundleContents, spool: Spool): Promise<ReleaseFile> {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of packBundle(manifest, contents)) {
      hash.update(chunk)
      yield chunk
    }
  }
  const content = await spool(hashed())
  return { name: archiveName(manifest.plan_id), content, sha256: hash.digest('hex'), contentType: 'application/gzip' }
}

/** For what is small. */
export const openMemorySpool: OpenSpool = async () => ({ spool: keepInMemory, [Symbol.asyncDispose]: async () => {} })

async function keepInMemory(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunks) parts.push(Uint8Array.from(chunk))
  return new Blob(parts)
}
