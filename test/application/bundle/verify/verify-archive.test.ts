import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { beforeAll, expect, test, vi } from 'vitest'
import { sha256Of } from '../../../../src/application/bundle/hashes.ts'
import { makeReleaseFiles } from '../../../../src/application/bundle/release-files.ts'
import { verifyBundle } from '../../../../src/application/bundle/verify/verify-bundle.ts'
import { memoryFolder } from '../../../../src/application/bundle/memory-folder.ts'
import type { BundleFolder } from '../../../../src/application/ports/state/bundle-folder.ts'
import type { TarHeader } from '../../../../src/application/bundle/read-archive.ts'
import { assembleBundle } from '../../../../src/domain/bundle/assemble-bundle.ts'
import { renderSums } from '../../../../src/domain/bundle/release-names.ts'
import { buildApprovedPlan, FakeRepository } from '../../../support/repository/fake-repository.ts'
import { readContents } from '../../../support/repository/read-contents.ts'
import { bytesOf } from '../../../support/repository/release-bytes.ts'

const archive = 'countersign-ISS-007-1.tar.gz'
type Entry = { header: TarHeader; bytes: Buffer }

let release: Map<string, Uint8Array>
beforeAll(async () => {
  const approved = buildApprovedPlan()
  const repository = new FakeRepository(approved)
  const decision = assembleBundle({ ...approved, includeCandidates: false, partial: false })
  if (decision.kind === 'refused') throw new Error(decision.why)
  const bytes = await readContents(repository, repository.head, decision.copies)
  const files = await makeReleaseFiles(decision.manifest, bytes)
  release = await bytesOf(files)
})

/** Somebody packs the archive anew with a change, and writes its checksum where it belongs. */
async function withArchive(bytes: Uint8Array) {
  const files = new Map([...release, [archive, bytes]])
  const names = [archive, 'manifest.json', 'verify.sh']
  const sums = renderSums(names.map((name) => ({ name, sha256: sha256Of(files.get(name) ?? '') })))
  files.set('SHA256SUMS', Buffer.from(sums))
  const entries = [...files].map(([path, content]) => {
    return { path, kind: 'file' as const, size: content.length, executable: false }
  })
  return verifyBundle({ folder: memoryFolder(entries, files), scope: 'folder', anchor: null })
}

async function repack(change: (entries: Entry[]) => void): Promise<Uint8Array> {
  const entries: Entry[] = []
  const reader = extract()
  reader.end(gunzipSync(release.get(archive) ?? ''))
  for await (const entry of reader) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk)
    entries.push({ header: entry.header, bytes: Buffer.concat(chunks) })
  }
  change(entries)
  const tar = pack()
  for (const { header, bytes } of entries) tar.entry(header, bytes)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk)
  return gzipSync(Buffer.concat(chunks))
}

function folder(name: string): Entry {
  const [some] = [{ mode: 0o755, mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '', linkname: '' }]
  const header = { ...some, name, size: 0, type: 'directory', devmajor: 0, devminor: 0 } as TarHeader
  return { header, bytes: Buffer.alloc(0) }
}

test('an archive that is only packed anew is as good', async () => {
  expect(await withArchive(await repack(() => {}))).toMatchObject({ verdict: 'self-consistent', findings: [] })
})

test.each<[string, (entries: Entry[]) => void, RegExp]>([
  ['a folder that leads out', (entries) => entries.unshift(folder('bundle/../../etc/')), /relative part/],
  ['a folder of its own', (entries) => entries.unshift(folder('bundle/empty')), /a folder as an entry of its own/],
  ['a setuid mode', (entries) => setMode(entries, 0o4755), /its mode is 4755, not 755/],
  ['a mode that lets everybody write', (entries) => setMode(entries, 0o777), /its mode is 777/],
  ['an owner', (entries) => entries.forEach(({ header }) => (header.uname = 'root')), /owner/],
  [
    'attributes beside the files',
    (entries) => entries.forEach(({ header }) => (header.pax = { 'SCHILY.xattr.user.x': 'y' })),
    /it carries SCHILY/,
  ],
  [
    'a file more',
    (entries) => entries.push({ ...folder('bundle/x'), header: { ...folder('bundle/x').header, type: 'file' } }),
    /does not name it/,
  ],
])('one with %s is broken', async (_name, change, why) => {
  const report = await withArchive(await repack(change))

  expect(report.verdict).toBe('broken')
  expect(report.findings).toContainEqual(
    expect.objectContaining({ level: 'fault', message: expect.stringMatching(why) }),
  )
})

test('one that unpacks to more than the manifest accounts for is broken, and not unpacked to its end', async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)

  const report = await withArchive(gzipSync(zeros))

  expect(report.findings).toMatchObject([{ message: 'there is more in it than the manifest accounts for' }])
})

test('it is read once, piece by piece, however small the pieces are', async () => {
  const entries = [...release].map(([path, content]) => {
    return { path, kind: 'file' as const, size: content.length, executable: false }
  })
  const own = memoryFolder(entries, release)
  const read = vi.fn<(path: string) => Promise<Uint8Array>>((path) => own.read(path))
  const opened: string[] = []
  const folder: BundleFolder = {
    ...own,
    read,
    async *open(path) {
      opened.push(path)
      for (const byte of await own.read(path)) yield Uint8Array.of(byte)
    },
  }

  const report = await verifyBundle({ folder, scope: 'folder', anchor: null })

  expect(report).toMatchObject({ verdict: 'self-consistent', findings: [], files_checked: 4 })
  expect(opened).toEqual([archive])
  expect(read.mock.calls.flat()).not.toContain(archive)
})

test('one with something after its end is broken', async () => {
  const report = await withArchive(Buffer.concat([release.get(archive) ?? Buffer.alloc(0), Buffer.alloc(4)]))

  expect(report.findings).toMatchObject([{ level: 'fault', message: 'something follows its end' }])
})

function setMode(entries: Entry[], mode: number): void {
  for (const { header } of entries) if (header.name.endsWith('run.sh')) header.mode = mode
}
