import { type Manifest, manifestFiles, renderManifest } from '../../domain/bundle/manifest.ts'
import { storeAsGzip } from './stored-gzip.ts'

/** Folder that the archive unpacks to. */
export const archiveFolder = 'bundle'

/** Bytes of a bundle's files by `dest_path`; asked for once each, in the order of paths. */
export interface BundleContents {
  get(path: string): Uint8Array | undefined | Promise<Uint8Array>
}

/** The bundle's folder as `.tar.gz`, piece by piece: files in path order, owner 0, times of `exported_at`: the same bytes on any machine. */
export function packBundle(manifest: Manifest, contents: BundleContents): AsyncGenerator<Uint8Array> {
  return storeAsGzip(tarBundle(manifest, contents))
}

async function* tarBundle(manifest: Manifest, contents: BundleContents): AsyncGenerator<Uint8Array> {
  const seconds = Math.floor(Date.parse(manifest.exported_at) / 1000)
  const common = { mtime: new Date(seconds * 1000), uid: 0, gid: 0, uname: '', gname: '' }
  const entries = [
    { path: 'manifest.json', mode: 0o644, read: () => Buffer.from(renderManifest(manifest)) },
    ...manifestFiles(manifest).map((file) => ({
      path: file.dest_path,
      mode: file.mode === '100755' ? 0o755 : 0o644,
      read: () => getBytes(contents, file.dest_path),
    })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { pack } = await import('tar-stream')
  const tar = pack()
  const filling = (async () => {
    for (const { path, mode, read } of entries) {
      const content = Buffer.from(await read())
      // Done once whoever reads has taken it, so that no more than one waits.
      await new Promise<void>((resolve, reject) => {
        const name = `${archiveFolder}/${path}`
        tar.entry({ ...common, name, mode }, content, (error) => (error ? reject(error) : resolve()))
      })
    }
    tar.finalize()
  })()
  filling.catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
  yield* tar as AsyncIterable<Uint8Array>
  await filling
}

async function getBytes(contents: BundleContents, path: string): Promise<Uint8Array> {
  const found = await contents.get(path)
  if (found === undefined) throw new Error(`no bytes were read for ${path}`)
  return found
}
