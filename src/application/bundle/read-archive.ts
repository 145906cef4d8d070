import { gunzipSync } from 'node:zlib'
import type { Headers } from 'tar-stream'
import { findPathProblems } from '../../domain/bundle/bundle-paths.ts'
import { type Manifest, manifestFiles } from '../../domain/bundle/manifest.ts'
import { archiveFolder } from './pack-bundle.ts'
import type { BundleFolder, FolderEntry } from '../ports/state/bundle-folder.ts'
import type { Findings } from './findings.ts'

const blockBytes = 512
const slackBytes = 64 * 1024

interface ReadArchive {
  folder: BundleFolder
  entries: FolderEntry[]
  /** In what it isn't packed as an export packs; `path` null: as a whole. */
  form: { path: string | null; why: string }[]
}

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
): Promise<ReadArchive | undefined> {
  try {
    const maxOutputLength = mostBytes(manifest, manifestBytes)
    // With `info` it says how much it has read; the types don't know.
    const { buffer, engine } = gunzipSync(bytes, { maxOutputLength, info: true }) as unknown as Unpacked
    if (engine.bytesWritten !== bytes.length) findings.fault('archive_malformed', name, 'something follows its end')
    return await readTar(buffer, modesOf(manifest))
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

async function readTar(tar: Uint8Array, modes: ReadonlyMap<string, number>): Promise<ReadArchive> {
  const entries: FolderEntry[] = []
  let folders = 0
  let last = ''
  const wrongOf = new Map<string, string[]>()
  const note = (why: string, path: string) => wrongOf.set(why, [...(wrongOf.get(why) ?? []), path])
  const contents = new Map<string, Uint8Array>()
  const { extract } = await import('tar-stream')
  const reader = extract()
  reader.end(Buffer.from(tar))
  for await (const entry of reader) {
    const { header } = entry
    const chunks: Uint8Array[] = []
    for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk)
    const path = header.name
    if (contents.has(path)) note('it is in there twice', path)
    else if (path < last) note('it is not where the order of paths puts it', path)
    last = path
    if (header.type === 'directory' && findPathProblems([path.replace(/\/$/, '')]).length === 0) {
      folders += 1
      continue
    }
    const wrong = findHeaderFault(header, modes.get(path))
    if (wrong !== null) note(wrong, path)
    contents.set(path, Buffer.concat(chunks))
    const executable = ((header.mode ?? 0) & 0o100) !== 0
    entries.push({ path, kind: header.type === 'file' ? 'file' : 'other', size: header.size ?? 0, executable })
  }
  return { folder: memoryFolder(entries, contents), entries, form: describeForm(folders, wrongOf) }
}

/** Each once, however many entries it is about: whoever packs it anew changes all of them. */
function describeForm(folders: number, wrongOf: ReadonlyMap<string, readonly string[]>): ReadArchive['form'] {
  const own = folders === 1 ? 'a folder as an entry of its own' : `${folders} folders as entries of their own`
  const first = folders === 0 ? [] : [{ path: null, why: `it has ${own}, which an export does not pack` }]
  const others = [...wrongOf].map(([why, [path = '', ...more]]) => ({
    path,
    why: more.length === 0 ? why : `${why}; so do ${more.length} more in there`,
  }))
  return [...first, ...others]
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

/** As an entry is read; its types leave out the attributes that stand before it. */
export type TarHeader = Headers & { pax?: Record<string, string> | null }

/** An export packs plain files, of nobody in particular, with their modes; whoever unpacks it gets nothing else. */
function findHeaderFault({ name, type, mode, uid, gid, uname, gname, pax }: TarHeader, wanted: number | undefined) {
  const [problem] = findPathProblems([name])
  if (problem !== undefined) return `its path ${problem}`
  if (type !== 'file') return 'it is no plain file'
  if (wanted !== undefined && mode !== wanted)
    return `its mode is ${(mode ?? 0).toString(8)}, not ${wanted.toString(8)}`
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
