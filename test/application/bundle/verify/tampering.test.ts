import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256Of } from '../../../../src/application/bundle/hashes.ts'
import { memoryFolder } from '../../../../src/application/bundle/memory-folder.ts'
import { makeReleaseFiles } from '../../../../src/application/bundle/release-files.ts'
import { type TrustAnchor, verifyBundle } from '../../../../src/application/bundle/verify/verify-bundle.ts'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { assembleBundle } from '../../../../src/domain/bundle/assemble-bundle.ts'
import { type Manifest, manifestFiles, ManifestSchema, renderManifest } from '../../../../src/domain/bundle/manifest.ts'
import { renderSums } from '../../../../src/domain/bundle/release-names.ts'
import { buildApprovedPlan, FakeRepository } from '../../../support/repository/fake-repository.ts'
import { readContents } from '../../../support/repository/read-contents.ts'
import { bytesOf } from '../../../support/repository/release-bytes.ts'
import { appSecret, proveBy, trustIn } from '../../../support/repository/prove-record.ts'

// The matrix of what somebody may do to a release, or to a bundle, on its way. What is done to one file shows without any
// anchor. Who makes everything fit together again is found by each anchor.

type Files = ReadonlyMap<string, Uint8Array>

const mac = createStateMac(appSecret)
let manifest: Manifest
let bytes: Files
let bundle: Files
let release: Files
let anchors: Record<'manifest_sha256' | 'public_key' | 'repository', TrustAnchor>

beforeAll(async () => {
  const approved = buildApprovedPlan()
  const repository = new FakeRepository(approved)
  const decision = assembleBundle({ ...approved, includeCandidates: true, partial: false })
  if (decision.kind === 'refused') throw new Error(decision.why)
  ;({ manifest } = decision)
  bytes = await readContents(repository, repository.head, decision.copies)
  bundle = new Map([...bytes, ['manifest.json', Buffer.from(renderManifest(manifest))]])
  release = await releaseOf(manifest, bytes)
  anchors = {
    manifest_sha256: { kind: 'manifest_sha256', sha256: sha256Of(renderManifest(manifest)) },
    public_key: { kind: 'public_key', trust: trustIn() },
    repository: { kind: 'repository', name: 'octo/widgets', reader: repository, proof: proveBy(repository) },
  }
})

/** With the App's signature of the manifest that it exported: nobody else can make one. */
async function releaseOf(of: Manifest, contents: Files): Promise<Files> {
  const files = await makeReleaseFiles(of, contents, () => mac.signManifest(renderManifest(manifest)))
  return bytesOf(files)
}

function verify(files: Files, anchor: TrustAnchor | null = null) {
  const entries = [...files].map(([path, content]) => ({
    path,
    kind: 'file' as const,
    size: content.length,
    executable: path.endsWith('run.sh'),
  }))
  return verifyBundle({ folder: memoryFolder(entries, files), scope: 'folder', anchor })
}

function flip(content: Uint8Array, place: number, bit: number): Uint8Array {
  const copy = Uint8Array.from(content)
  copy[place] = (copy[place] ?? 0) ^ (1 << bit)
  return copy
}

/** Every place of a short file, evenly spread ones of a long one, its first and last bytes among them. */
function places(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most))
  const spread = Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step)
  return [...new Set([...spread, length - 1])].filter((place) => place >= 0)
}

test('what nobody touched is approved by each anchor', async () => {
  for (const anchor of Object.values(anchors)) expect((await verify(release, anchor)).verdict).toBe('approved')
})

describe('one changed byte', () => {
  test('at any place of the manifest is found, in a bundle and in a release', async () => {
    const original = bundle.get('manifest.json') ?? Buffer.of()
    const missed: string[] = []
    for (const place of places(original.length, Infinity)) {
      const changed = flip(original, place, place % 8)
      for (const [name, files] of [['bundle', bundle] as const, ['release', release] as const]) {
        const { verdict } = await verify(new Map([...files, ['manifest.json', changed]]), anchors.manifest_sha256)
        if (verdict !== 'broken') missed.push(`${name}: byte ${place} of manifest.json`)
      }
    }

    expect(original.length).toBeGreaterThan(2000)
    expect(missed).toEqual([])
  })

  test('in any file of a bundle is found without any anchor', async () => {
    const missed: string[] = []
    for (const [path, original] of bytes) {
      for (const place of places(original.length, 200)) {
        const { verdict } = await verify(new Map([...bundle, [path, flip(original, place, place % 8)]]))
        if (verdict !== 'broken') missed.push(`byte ${place} of ${path}`)
      }
    }

    expect(missed).toEqual([])
  })

  test.each(['SHA256SUMS', 'countersign-ISS-007-1.tar.gz', 'verify.sh'])(
    'in %s of a release is found without any anchor',
    async (name) => {
      const original = release.get(name) ?? Buffer.of()
      const missed: number[] = []
      for (const place of places(original.length, 250)) {
        const { verdict } = await verify(new Map([...release, [name, flip(original, place, place % 8)]]))
        if (verdict !== 'broken') missed.push(place)
      }

      expect(original.length).toBeGreaterThan(0)
      expect(missed).toEqual([])
    },
  )

  test('in the signature leaves nothing that the key would call approved', async () => {
    const name = 'manifest.json.sig'
    const original = release.get(name) ?? Buffer.of()
    const approved: number[] = []
    // Its last character but the line's end has bits that base64 doesn't use, and the line's end is none of it.
    for (const place of places(original.length - 4, Infinity)) {
      const { verdict } = await verify(
        new Map([...release, [name, flip(original, place, place % 7)]]),
        anchors.public_key,
      )
      if (verdict === 'approved') approved.push(place)
    }

    expect(original.length).toBeGreaterThan(60)
    expect(approved).toEqual([])
  })
})

test('a signature that is not the App’s is found by the record too, with the App’s key', async () => {
  const changed = new Map([
    ...release,
    ['manifest.json.sig', flip(release.get('manifest.json.sig') ?? Buffer.of(), 0, 1)],
  ])

  const { verdict, findings } = await verify(changed, anchors.repository)

  expect(verdict).toBe('broken')
  expect(findings.map(({ level, code }) => `${level} ${code}`)).toContain('fault signature_differs')
})

describe('files', () => {
  test('each one that is missing is found', async () => {
    for (const path of bytes.keys()) {
      const files = new Map(bundle)
      files.delete(path)
      expect([path, (await verify(files)).verdict]).toEqual([path, 'broken'])
    }
  })

  test('each one under another name is found', async () => {
    for (const [path, content] of bytes) {
      const files = new Map([...bundle, [`${path}.bak`, content]])
      files.delete(path)
      expect([path, (await verify(files)).verdict]).toEqual([path, 'broken'])
    }
  })

  test('any two that changed places are found', async () => {
    const all = [...bytes]
    for (const [one, content] of all) {
      for (const [other, another] of all) {
        if (Buffer.from(content).equals(another)) continue
        const { verdict } = await verify(new Map([...bundle, [one, another], [other, content]]))
        expect([one, other, verdict]).toEqual([one, other, 'broken'])
      }
    }
  })

  test.each(['virus.exe', '_candidates/x', 'Write_the_parser/evil.ts', '.git/config'])(
    '%s that is too much is found',
    async (path) => {
      expect((await verify(new Map([...bundle, [path, Buffer.from('x')]]))).verdict).toBe('broken')
    },
  )
})

describe('an archive whose checksum was made to fit', () => {
  const name = 'countersign-ISS-007-1.tar.gz'

  /** Blocks of the tar: each file's header with its content, and the end. */
  function split(): { entries: Buffer[]; end: Buffer } {
    const tar = gunzipSync(release.get(name) ?? Buffer.of())
    const entries: Buffer[] = []
    let at = 0
    while (tar[at] !== 0) {
      const size = Number.parseInt(tar.subarray(at + 124, at + 135).toString('latin1'), 8)
      const length = 512 + Math.ceil(size / 512) * 512
      entries.push(tar.subarray(at, at + length))
      at += length
    }
    return { entries, end: tar.subarray(at) }
  }

  function packed(tar: Uint8Array): Files {
    const archive = gzipSync(tar)
    const files = new Map([...release, [name, archive as Uint8Array]])
    const described = ['manifest.json', name, 'verify.sh']
    const sums = renderSums(described.map((one) => ({ name: one, sha256: sha256Of(files.get(one) ?? '') })))
    return files.set('SHA256SUMS', Buffer.from(sums))
  }

  test('is as good as the one it was made of', async () => {
    const { entries, end } = split()

    expect(entries.length).toBe(bytes.size + 1)
    expect((await verify(packed(Buffer.concat([...entries, end])))).findings).toEqual([])
  })

  test.each<[string, (entries: Buffer[]) => Buffer[]]>([
    ['without its first file', (entries) => entries.slice(1)],
    ['without its last file', (entries) => entries.slice(0, -1)],
    ['with one twice', (entries) => [...entries, ...entries.slice(-1)]],
    ['in another order', (entries) => entries.toReversed()],
    [
      'with two neighbours in each other’s place',
      ([a, b, ...rest]) => [b ?? a, a, ...rest].flatMap((one) => one ?? []),
    ],
  ])('%s is found', async (_how, change) => {
    const { entries, end } = split()

    expect((await verify(packed(Buffer.concat([...change(entries), end])))).verdict).toBe('broken')
  })
})

/** Every value that stands in the manifest, by the way to it. */
function leaves(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, Array.isArray(value) ? Number(key) : key]))
}

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value > 0 && value < 1 ? 1 : value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 'x'
  const swapped: Record<string, string> = {
    REJECTED: 'APPROVED',
    deliverable: 'supporting',
    supporting: 'deliverable',
    '100644': '100755',
    '100755': '100644',
    held: 'waived',
  }
  if (swapped[value] !== undefined) return swapped[value]
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace(/^\d{4}/, '2025')
  if (/^[0-9a-f-]{8,}$/.test(value)) return value.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a'))
  return value === '@ada' ? '@eve' : `${value}x`
}

function changeAt(of: Manifest, path: readonly (string | number)[]): Manifest {
  const copy = structuredClone(of)
  const parents = path.slice(0, -1)
  const parent = parents.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], copy)
  const key = path.at(-1) ?? ''
  const holder = parent as Record<string | number, unknown>
  holder[key] = other(holder[key])
  return copy
}

describe('a release that was made to fit together again, with one value of its manifest changed', () => {
  /** As somebody would who has our sources: manifest, archive and checksums are of one piece. */
  async function forge(path: readonly (string | number)[]): Promise<Files> {
    const forged = changeAt(manifest, path)
    // What the files are called in the forged manifest, with the bytes they had.
    const names = manifestFiles(manifest).map((file) => file.dest_path)
    const contents = new Map(
      manifestFiles(forged).map((file, index) => [file.dest_path, bytes.get(names[index] ?? '') ?? Buffer.of()]),
    )
    return releaseOf(forged, contents)
  }

  test.each(['manifest_sha256', 'public_key', 'repository'] as const)(
    'is approved by no anchor, whichever value it is: %s',
    async (kind) => {
      const approved: string[] = []
      // Whatever breaks the form of a manifest is no manifest.
      const all = leaves(manifest).filter((path) => ManifestSchema.safeParse(changeAt(manifest, path)).success)
      for (const path of all) {
        const { verdict } = await verify(await forge(path), anchors[kind])
        if (verdict === 'approved') approved.push(path.join('.'))
      }

      expect(all.length).toBeGreaterThan(60)
      expect(approved).toEqual([])
    },
  )
})
