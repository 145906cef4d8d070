import { type Manifest, manifestFiles, renderManifest } from '../../domain/bundle/manifest.ts'
import { storeAsGzip } from './stored-gzip.ts'

/** Folder that the archive unpacks to. */
export const archiveFolder = 'bundle'

/** The bundle's folder as `.tar.gz`: files in path order, owner 0, times of `exported_at`: the same bytes on any machine. */
export async function packBundle(manifest: Manifest, bytes: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  return storeAsGzip(await tarBundle(manifest, bytes))
}

async function tarBundle(manifest: Manifest, bytes: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const seconds = Math.floor(Date.parse(manifest.exported_at) / 1000)
  const common = { mtime: new Date(seconds * 1000), uid: 0, gid: 0, uname: '', gname: '' }
  const entries = [
    { path: 'manifest.json', mode: 0o644, content: Buffer.from(renderManifest(manifest)) },
    ...manifestFiles(manifest).map((file) => ({
      path: file.dest_path,
      mode: file.mode === '100755' ? 0o755 : 0o644,
      content: Buffer.from(getBytes(bytes, file.dest_path)),
    })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { pack } = await import('tar-stream')
  const tar = pack()
  for (const { path, mode, content } of entries)
    tar.entry({ ...common, name: `${archiveFolder}/${path}`, mode }, content)
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function getBytes(bytes: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const found = bytes.get(path)
  if (found === undefined) throw new Error(`no bytes were read for ${path}`)
  return found
}
