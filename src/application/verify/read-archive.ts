import { gunzipSync } from 'node:zlib'
import type { Header } from 'tar-stream'
import { findPathProblems } from '../../domain/bundle-paths.ts'
import { type Manifest, manifestFiles } from '../../domain/manifest.ts'
import { archiveFolder } from '../export/pack-bundle.ts'
import type { BundleFolder, FolderEntry } from '../ports/bundle-folder.ts'
import type { Findings } from './findings.ts'

const blockBytes = 512
const slackBytes = 64 * 1024

/**
 * The archive's content as a folder; undefined, with the reason among the findings, where it isn't one. Unpacks at most
 * what the manifest accounts for, so that a small file can't fill the memory.
 */
export async function readArchive(
  bytes: Uint8Array,
  manifest: Manifest,
  manifestBytes: number,
  name: string,
  findings: Findings,
): Promise<{ folder: BundleFolder; entries: FolderEntry[] } | undefined> {
  try {
    const maxOutputLength = mostBytes(manifest, manifestBytes)
    // With `info` it says how much it has read; the types don't know.
    const { buffer, engine } = gunzipSync(bytes, { maxOutputLength, info: true }) as unknown as Unpacked
    if (engine.bytesWritten !== bytes.length) findings.fault('archive_malformed', name, 'something follows its end')
    return await readTar(buffer, name, modesOf(manifest), findings)
  } catch (error) {
    findings.fault('archive_malformed', name, error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** Each file with its padding, a header, and two more blocks with a few for the extended header of a long path. */
function mostBytes(manifest: Manifest, manifestBytes: number): number {
  const files = manifestFiles(manifest)
  const content = files.reduce((sum, file) => sum + file.size + file.dest_path.length + 5 * blockBytes, 0)
  return content + manifestBytes + slackBytes
}

async function readTar(tar: Uint8Array, name: string, modes: ReadonlyMap<string, number>, findings: Findings) {
  const entries: FolderEntry[] = []
  const contents = new Map<string, Uint8Array>()
  const { extract } = await import('tar-stream')
  const reader = extract()
  reader.end(Buffer.from(tar))
  for await (const entry of reader) {
    const { header } = entry
    const chunks: Uint8Array[] = []
    for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk)
    const path = header.name
    if (contents.has(path)) findings.fault('archive_malformed', `${name}: ${path}`, 'it is in there twice')
    const wrong = findHeaderFault(header, modes.get(path))
    if (wrong !== null) findings.fault('archive_malformed', `${name}: ${path}`, wrong)
    contents.set(path, Buffer.concat(chunks))
    const executable = (header.mode & 0o100) !== 0
    entries.push({ path, kind: header.type === 'file' ? 'file' : 'other', size: header.size, executable })
  }
  return { folder: memoryFolder(entries, contents), entries }
}

interface Unpacked {
  buffer: Uint8Array
  engine: { bytesWritten: number }
}

/** By path in the archive. */
function modesOf(manifest: Manifest): Map<string, number> {
  const modes = manifestFiles(manifest).map(({ dest_path: path, mode }): [string, number] => [
    `${archiveFolder}/${path}`,
    mode === '100755' ? 0o755 : 0o644,
  ])
  return new Map([...modes, [archivedManifest, 0o644]])
}

/** An export packs plain files, of nobody in particular, with their modes; whoever unpacks it gets nothing else. */
function findHeaderFault({ name, type, mode, uid, gid, uname, gname, pax }: Header, wanted: number | undefined) {
  const [problem] = findPathProblems([name])
  if (problem !== undefined) return `its path ${problem}`
  if (type !== 'file') return 'it is no plain file'
  if (wanted !== undefined && mode !== wanted) return `its mode is ${mode.toString(8)}, not ${wanted.toString(8)}`
  if (uid !== 0 || gid !== 0 || uname !== '' || gname !== '') return 'it names an owner'
  const more = Object.keys(pax ?? {}).filter((key) => key !== 'path')
  return more.length === 0 ? null : `it carries ${more.join(', ')}`
}

/** A folder whose files are in memory already. */
export function memoryFolder(entries: readonly FolderEntry[], contents: ReadonlyMap<string, Uint8Array>): BundleFolder {
  return {
    list: () => Promise.resolve([...entries]),
    read: (path) => {
      const bytes = contents.get(path)
      return bytes === undefined ? Promise.reject(new Error(`${path} is not there`)) : Promise.resolve(bytes)
    },
  }
}

/** Path of the manifest inside. */
export const archivedManifest = `${archiveFolder}/manifest.json`
