import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Headers } from 'tar-stream'
import { findPathProblems } from '../../domain/bundle/bundle-paths.ts'
import { type Manifest, manifestFiles } from '../../domain/bundle/manifest.ts'
import type { FolderEntry } from '../ports/state/bundle-folder.ts'
import { createDigester, type FileDigest } from './digests.ts'
import { archiveFolder } from './pack-bundle.ts'

const blockBytes = 512
const slackBytes = 64 * 1024
const pieceBytes = 128 * 1024

interface UnpackedArchive {
  entries: FolderEntry[]
  /** By path. */
  digests: Map<string, FileDigest>
  /** In what it isn't packed as an export packs; `path` null: as a whole. */
  form: { path: string | null; why: string }[]
}

interface ReadArchive {
  /** Of the archive itself, lower-case hex. */
  sha256: string
  /** Undefined where it is no archive. */
  content: UnpackedArchive | undefined
  /** What is wrong with it as a whole. */
  why: string | undefined
}

/**
 * What is in an archive, read once and piece by piece: of its files only what they come to is kept. Unpacks at most what
 * the manifest accounts for, so that a small file can't keep anybody busy.
 */
export async function readArchive(
  chunks: AsyncIterable<Uint8Array>,
  manifest: Manifest,
  manifestBytes: number,
): Promise<ReadArchive> {
  const hash = createHash('sha256')
  let length = 0
  async function* counted() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      length += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted())
  const gunzip = createGunzip({ chunkSize: pieceBytes })
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  let content: UnpackedArchive | undefined
  let why: string | undefined
  try {
    content = await readTar(atMost(gunzip, mostBytes(manifest, manifestBytes)), modesOf(manifest))
  } catch (error) {
    why = error instanceof Error ? error.message : String(error)
  }
  // Its checksum is that of all of it, also where what follows is not looked at.
  source.unpipe(gunzip)
  for await (const _rest of source);
  if (why === undefined && gunzip.bytesWritten !== length) why = 'something follows its end'
  gunzip.destroy()
  return { sha256: hash.digest('hex'), content, why }
}

async function* atMost(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > most) throw new Error('there is more in it than the manifest accounts for')
    yield chunk
  }
}

/** Each file with its padding, a header, and two more blocks with a few for the extended header of a long path. */
function mostBytes(manifest: Manifest, manifestBytes: number): number {
  const files = manifestFiles(manifest)
  const content = files.reduce((sum, file) => sum + file.size + file.dest_path.length + 5 * blockBytes, 0)
  return content + manifestBytes + slackBytes
}

async function readTar(tar: AsyncIterable<Uint8Array>, modes: ReadonlyMap<string, number>): Promise<UnpackedArchive> {
  const entries: FolderEntry[] = []
  let folders = 0
  let last = ''
  const wrongOf = new Map<string, string[]>()
  const note = (why: string, path: string) => wrongOf.set(why, [...(wrongOf.get(why) ?? []), path])
  const digests = new Map<string, FileDigest>()
  const { extract } = await import('tar-stream')
  const reader = extract()
  const unpacked = Readable.from(tar)
  unpacked.on('error', (error) => reader.destroy(error)).pipe(reader)
  for await (const entry of reader) {
    const { header } = entry
    const digester = createDigester(header.size ?? 0)
    for await (const chunk of entry as AsyncIterable<Uint8Array>) digester.update(chunk)
    const path = header.name
    if (digests.has(path)) note('it is in there twice', path)
    else if (path < last) note('it is not where the order of paths puts it', path)
    last = path
    if (header.type === 'directory' && findPathProblems([path.replace(/\/$/, '')]).length === 0) {
      folders += 1
      continue
    }
    const wrong = findHeaderFault(header, modes.get(path))
    if (wrong !== null) note(wrong, path)
    digests.set(path, digester.end())
    const executable = ((header.mode ?? 0) & 0o100) !== 0
    entries.push({ path, kind: header.type === 'file' ? 'file' : 'other', size: header.size ?? 0, executable })
  }
  return { entries, digests, form: describeForm(folders, wrongOf) }
}

/** Each once, however many entries it is about: whoever packs it anew changes all of them. */
function describeForm(folders: number, wrongOf: ReadonlyMap<string, readonly string[]>): UnpackedArchive['form'] {
  const own = folders === 1 ? 'a folder as an entry of its own' : `${folders} folders as entries of their own`
  const first = folders === 0 ? [] : [{ path: null, why: `it has ${own}, which an export does not pack` }]
  const others = [...wrongOf].map(([why, [path = '', ...more]]) => ({
    path,
    why: more.length === 0 ? why : `${why}; so do ${more.length} more in there`,
  }))
  return [...first, ...others]
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

/** Path of the manifest inside. */
export const archivedManifest = `${archiveFolder}/manifest.json`
