import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { archivedManifest } from './read-archive.ts'

/** More than a manifest of 100,000 files. */
const mostManifestBytes = 128 * 1024 * 1024
/** So that a small file can't keep anybody busy for hours. */
const mostUnpackedBytes = 64 * 1024 * 1024 * 1024

/** The manifest inside of an archive, without keeping anything else of it; undefined where there is none, or no archive. */
export async function findArchivedManifest(archive: Readable): Promise<Uint8Array | undefined> {
  const { extract } = await import('tar-stream')
  const reader = extract()
  const gunzip = createGunzip()
  const end = (error: Error) => reader.destroy(error)
  archive.on('error', end).pipe(gunzip).on('error', end).pipe(reader)
  try {
    let unpacked = 0
    for await (const entry of reader) {
      unpacked += entry.header.size ?? 0
      if (unpacked > mostUnpackedBytes) return undefined
      if (entry.header.name !== archivedManifest || (entry.header.size ?? 0) > mostManifestBytes) {
        entry.resume()
        continue
      }
      const chunks: Uint8Array[] = []
      for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk)
      return Buffer.concat(chunks)
    }
  } catch {
    // It is broken, which makes it no archive of an export.
  } finally {
    archive.destroy()
    gunzip.destroy()
  }
  return undefined
}
