import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fc, test } from '../../../support/property.ts'
import { beforeAll, describe, expect } from 'vitest'
import { gitBlobIdOf, sha256Of } from '../../../../src/application/bundle/hashes.ts'
import { makeReleaseFiles } from '../../../../src/application/bundle/release-files.ts'
import { type TrustAnchor, verifyBundle } from '../../../../src/application/bundle/verify/verify-bundle.ts'
import { memoryFolder } from '../../../../src/application/bundle/memory-folder.ts'
import { artifactDir } from '../../../../src/domain/records/artifact.ts'
import { assembleBundle } from '../../../../src/domain/bundle/assemble-bundle.ts'
import { type Manifest, ManifestSchema, renderManifest } from '../../../../src/domain/bundle/manifest.ts'
import { renderSums } from '../../../../src/domain/bundle/release-names.ts'
import { recordValidation } from '../../../../src/domain/loop/record-validation.ts'
import { verdictPath } from '../../../../src/domain/records/review.ts'
import { issRecordPath, solutionPaths } from '../../../../src/domain/paths/solution-paths.ts'
import { buildValidation } from '../../../support/builders.ts'
import {
  type ApprovedPlan,
  buildApprovedPlan,
  FakeRepository,
  workflowFiles,
} from '../../../support/repository/fake-repository.ts'
import { readContents } from '../../../support/repository/read-contents.ts'
import { bytesOf } from '../../../support/repository/release-bytes.ts'
import { proveBy } from '../../../support/repository/prove-record.ts'

type Files = Map<string, Uint8Array>

interface Exported {
  bundle: Files
  release: Files
  manifestSha256: string
}

async function exportOf(
  approved: ApprovedPlan,
  includeCandidates = false,
  includeSupporting = true,
): Promise<Exported> {
  const repository = new FakeRepository(approved)
  const decision = assembleBundle({ ...approved, includeCandidates, includeSupporting, partial: true })
  if (decision.kind === 'refused') throw new Error(decision.why)
  const bytes = await readContents(repository, repository.head, decision.copies)
  const files = await makeReleaseFiles(decision.manifest, bytes)
  const manifest = Buffer.from(renderManifest(decision.manifest))
  return {
    bundle: new Map([...bytes, ['manifest.json', manifest]]),
    release: await bytesOf(files),
    manifestSha256: sha256Of(manifest),
  }
}

function verify(files: Files, anchor: TrustAnchor | null = null, scope: 'folder' | 'manifest' = 'folder') {
  const entries = [...files].map(([path, bytes]) => ({
    path,
    kind: 'file' as const,
    size: bytes.length,
    executable: path.endsWith('run.sh'),
  }))
  return verifyBundle({ folder: memoryFolder(entries, files), scope, anchor })
}

function repositoryAnchor(reader: FakeRepository): TrustAnchor {
  return { kind: 'repository', name: 'octo/widgets', reader, proof: proveBy(reader) }
}

function withManifest(files: Files, change: (manifest: Manifest) => void): Files {
  const manifest = ManifestSchema.parse(JSON.parse(Buffer.from(files.get('manifest.json') ?? []).toString()))
  change(manifest)
  return new Map([...files, ['manifest.json', Buffer.from(renderManifest(manifest))]])
}

function flipByte(bytes: Uint8Array, place: number, bits: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const index = place % copy.length
  copy[index] = (copy[index] ?? 0) ^ bits
  return copy
}

let exported: Exported
/** Packed once: a test may be run many times. */
const bomb = gzipSync(Buffer.alloc(50_000_000))
beforeAll(async () => {
  exported = await exportOf(buildApprovedPlan(), true)
})

describe('files alone', () => {
  test('of a bundle are self-consistent', async () => {
    const report = await verify(exported.bundle)

    expect(report).toMatchObject({ verdict: 'self-consistent', layout: 'bundle', files_checked: 5, findings: [] })
    expect(report.items.map((item) => [item.task, item.reviewer])).toEqual([
      ['T1', 'rules'],
      ['T2', '@ada'],
    ])
  })

  test('of a release are self-consistent', async () => {
    const report = await verify(exported.release)

    expect(report).toMatchObject({ verdict: 'self-consistent', layout: 'release', files_checked: 5, findings: [] })
  })

  test('of a release may be unpacked in place', async () => {
    const unpacked = [...exported.bundle].map(([path, bytes]): [string, Uint8Array] => [`bundle/${path}`, bytes])

    const report = await verify(new Map([...exported.release, ...unpacked]))

    expect(report).toMatchObject({ verdict: 'self-consistent', layout: 'release', findings: [] })
  })

  test('are broken when one is missing', async () => {
    const files = new Map(exported.bundle)
    const [first = ''] = files.keys()
    files.delete(first)

    const report = await verify(files)

    expect(report.verdict).toBe('broken')
    expect(report.findings).toMatchObject([{ level: 'fault', code: 'file_missing', about: first }])
  })

  test('are broken when one is too much', async () => {
    const report = await verify(new Map([...exported.bundle, ['virus.exe', Buffer.from('x')]]))

    expect(report.findings).toMatchObject([{ level: 'fault', code: 'file_unexpected', about: 'virus.exe' }])
  })

  test('are broken when one is a link', async () => {
    const entries = [...exported.bundle].map(([path, bytes]) => {
      return {
        path,
        kind: path.endsWith('guide.md') ? ('other' as const) : ('file' as const),
        size: bytes.length,
        executable: false,
      }
    })

    const report = await verifyBundle({ folder: memoryFolder(entries, exported.bundle), scope: 'folder', anchor: null })

    expect(report.verdict).toBe('broken')
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'file_not_regular' }))
  })

  test('of a release without the checksums are looked at all the same', async () => {
    const files = new Map(exported.release)
    files.delete('SHA256SUMS')

    const report = await verify(files)

    expect(report).toMatchObject({ verdict: 'self-consistent', files_checked: 5 })
    expect(report.findings).toMatchObject([{ level: 'note', code: 'file_missing', about: 'SHA256SUMS' }])
  })

  test('of a release without the archive were not looked at, unless it was unpacked', async () => {
    const files = new Map(exported.release)
    files.delete('countersign-ISS-007-1.tar.gz')
    const unpacked = [...exported.bundle].map(([path, bytes]): [string, Uint8Array] => [`bundle/${path}`, bytes])
    const anchor = { kind: 'manifest_sha256' as const, sha256: exported.manifestSha256 }

    const report = await verify(files, anchor)
    const beside = await verify(new Map([...files, ...unpacked]), anchor)

    expect(report).toMatchObject({ verdict: 'self-consistent', files_checked: 0 })
    expect(report.findings).toContainEqual(expect.objectContaining({ level: 'doubt', code: 'files_not_looked_at' }))
    expect(beside).toMatchObject({ verdict: 'approved', files_checked: 5 })
  })

  test.each([
    ['there is no manifest', undefined, 'manifest_missing'],
    ['it is no JSON', '{', 'manifest_malformed'],
    ['it lacks fields', '{"schema_version": 1}', 'manifest_malformed'],
  ])('are broken when %s', async (_name, text, code) => {
    const files = new Map(exported.bundle)
    if (text === undefined) files.delete('manifest.json')
    else files.set('manifest.json', Buffer.from(text))

    const report = await verify(files)

    expect(report.verdict).toBe('broken')
    expect(report.findings).toContainEqual(expect.objectContaining({ code }))
  })

  test('are broken when a manifest leads out of the folder', async () => {
    const files = withManifest(exported.bundle, ({ items }) =>
      Object.assign(items[0]?.files[0] ?? {}, { dest_path: '../x' }),
    )

    const report = await verify(files)

    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'path_unsafe' }))
  })

  test('are broken when a candidate is passed off as a deliverable', async () => {
    const files = withManifest(exported.bundle, ({ items, candidates }) => {
      Object.assign(items[1] ?? {}, { files: candidates[0]?.files })
      candidates.length = 0
    })

    const report = await verify(files)

    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'manifest_malformed' }))
  })

  test.each([
    ['of a name of somebody’s choice', (path: string) => path.replace(/^[^/]+/, 'evil')],
    ['of another task’s name', (path: string) => path.replace(/^Write_the_parser/, 'T2')],
    ['further down', (path: string) => `deeper/${path}`],
  ])('are broken when they lie in a folder %s', async (_name, move) => {
    const moved = new Map<string, string>()
    const files = withManifest(exported.bundle, ({ items }) => {
      for (const file of items[0]?.files ?? []) {
        moved.set(file.dest_path, move(file.dest_path))
        file.dest_path = move(file.dest_path)
      }
    })
    const report = await verify(new Map([...files].map(([path, bytes]) => [moved.get(path) ?? path, bytes])))

    expect(report.findings.map((finding) => finding.code)).toEqual(['manifest_malformed', 'manifest_malformed'])
  })

  test('are broken when a file under _candidates is listed as a deliverable', async () => {
    const files = withManifest(exported.bundle, ({ items }) => {
      const [file] = items[1]?.files ?? []
      if (file) file.dest_path = `_candidates/${file.dest_path}`
    })

    const report = await verify(files)

    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'manifest_malformed' }))
  })

  test('are broken when the manifest was written by another hand', async () => {
    const text = Buffer.from(exported.bundle.get('manifest.json') ?? []).toString()

    const report = await verify(new Map([...exported.bundle, ['manifest.json', Buffer.from(`${text} `)]]))

    expect(report.findings).toMatchObject([{ code: 'manifest_malformed' }])
  })

  test('of a release are broken when the archive has another manifest, whatever the checksums say', async () => {
    const files = withManifest(exported.release, ({ items }) =>
      Object.assign(items[0]?.review ?? {}, { reviewer: '@eve' }),
    )
    const names = ['countersign-ISS-007-1.tar.gz', 'manifest.json', 'verify.sh']
    const sums = renderSums(names.map((name) => ({ name, sha256: sha256Of(files.get(name) ?? '') })))
    files.set('SHA256SUMS', Buffer.from(sums))

    const report = await verify(files)

    expect(report.findings).toMatchObject([{ level: 'fault', code: 'manifest_differs' }])
  })

  test('of a release are what they are, whatever lies beside them; that is named apart, a clone as one', async () => {
    const clone = ['HEAD', 'config', 'objects/pack/a.pack'].map(
      (path) => [`widgets.git/${path}`, Buffer.from('x')] as const,
    )
    const files = new Map([...exported.release, ...clone, ['notes.txt', Buffer.from('x')] as const])

    const report = await verify(files, { kind: 'manifest_sha256', sha256: exported.manifestSha256 })

    expect(report).toMatchObject({ verdict: 'approved', findings: [] })
    expect(report.beside).toEqual([
      { name: 'widgets.git/', files: 3, is_git: true },
      { name: 'notes.txt', files: 1, is_git: false },
    ])
  })

  test('of a bundle are broken by a folder among them, which is named once', async () => {
    const clone = ['HEAD', 'config'].map((path) => [`widgets.git/${path}`, Buffer.from('x')] as const)

    const report = await verify(new Map([...exported.bundle, ...clone]))

    expect(report.findings).toMatchObject([{ level: 'fault', code: 'file_unexpected', about: 'widgets.git/' }])
  })

  test('of a release with another script than ours have a remark, and its checksum counts', async () => {
    const script = Buffer.from('echo fine\n')
    const sums = Buffer.from(exported.release.get('SHA256SUMS') ?? []).toString()
    const own = sums.replace(/.*(?=  verify\.sh)/, sha256Of(script))

    const report = await verify(new Map([...exported.release, ['verify.sh', script], ['SHA256SUMS', Buffer.from(own)]]))
    const unlisted = await verify(new Map([...exported.release, ['verify.sh', script]]))

    expect(report.findings).toMatchObject([{ level: 'note', code: 'script_unknown', about: 'verify.sh' }])
    expect(unlisted.findings).toContainEqual(expect.objectContaining({ level: 'fault', code: 'sums_differ' }))
  })

  test('of a release from before there was a script are as good', async () => {
    const files = new Map(exported.release)
    files.delete('verify.sh')
    const sums = Buffer.from(files.get('SHA256SUMS') ?? []).toString()
    files.set('SHA256SUMS', Buffer.from(sums.replace(/^.*verify\.sh\n/m, '')))

    const report = await verify(files)

    expect(report).toMatchObject({ verdict: 'self-consistent', findings: [] })
  })

  test('with a manifest alone, only its form was looked at', async () => {
    const files: Files = new Map([['manifest.json', exported.bundle.get('manifest.json') ?? Buffer.from('')]])

    const report = await verify(files, { kind: 'manifest_sha256', sha256: exported.manifestSha256 }, 'manifest')

    expect(report).toMatchObject({ verdict: 'self-consistent', layout: 'manifest', files_checked: 0 })
    expect(report.findings).toMatchObject([{ level: 'doubt', code: 'files_not_looked_at' }])
  })

  test('beside a manifest named by itself, other files don’t matter', async () => {
    const files = new Map([...exported.bundle, ['holiday.jpg', Buffer.from('x')]])

    const report = await verify(files, null, 'manifest')

    expect(report).toMatchObject({ verdict: 'self-consistent', layout: 'bundle', findings: [] })
  })

  test('an archive that unpacks to far more than the manifest accounts for is not unpacked', async () => {
    const report = await verify(new Map([...exported.release, ['countersign-ISS-007-1.tar.gz', bomb]]))

    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'archive_malformed' }))
  })
})

/** As somebody's own tar packs it: with its folders, and whose it was. */
async function packAnew(archive: Uint8Array, change: (path: string, bytes: Buffer) => Buffer): Promise<Uint8Array> {
  const { extract, pack } = await import('tar-stream')
  const packed = pack()
  const reader = extract()
  reader.end(gunzipSync(archive))
  packed.entry({ name: 'bundle/', type: 'directory', uname: 'eve' })
  packed.entry({ name: 'bundle/empty/', type: 'directory', uname: 'eve' })
  for await (const entry of reader) {
    const bytes = await buffer(entry)
    packed.entry({ name: entry.header.name, mode: entry.header.mode, uname: 'eve' }, change(entry.header.name, bytes))
  }
  packed.finalize()
  return gzipSync(await buffer(packed))
}

test('of an archive that was packed anew, what is changed comes first, then once what it is not packed as', async () => {
  const name = 'countersign-ISS-007-1.tar.gz'
  const own = exported.release.get(name) ?? Buffer.from('')
  const archive = await packAnew(own, (path, bytes) =>
    path.endsWith('manifest.json') ? bytes : Buffer.concat([bytes, Buffer.from('evil')]),
  )

  const { verdict, findings } = await verify(new Map([...exported.release, [name, archive]]))

  expect(verdict).toBe('broken')
  const codes = findings.map(({ code }) => code)
  expect([...new Set(codes)]).toEqual(['sums_differ', 'file_differs', 'archive_malformed'])
  const malformed = findings.filter(({ code }) => code === 'archive_malformed').map(({ message }) => message)
  // In which order it was packed is the matter of the disk.
  expect(malformed.filter((message) => !message.startsWith('it is not where'))).toEqual([
    'it has 2 folders as entries of their own, which an export does not pack',
    expect.stringMatching(/^it names an owner; so do \d+ more in there$/),
  ])
})

describe('one byte changed', () => {
  const changes = [fc.nat(), fc.integer({ min: 1, max: 255 })] as const

  test.prop([fc.nat(), ...changes])('anywhere in a release is found', async (which, place, bits) => {
    const names = [...exported.release.keys()].toSorted()
    const name = names[which % names.length] ?? ''
    const bytes = flipByte(exported.release.get(name) ?? Buffer.from('x'), place, bits)

    const report = await verify(new Map([...exported.release, [name, bytes]]))

    expect(report.verdict).toBe('broken')
  })

  test.prop([fc.nat(), ...changes])(
    'anywhere in a bundle is found with the manifest’s checksum',
    async (which, place, bits) => {
      const names = [...exported.bundle].filter(([, bytes]) => bytes.length > 0).map(([name]) => name)
      const name = names[which % names.length] ?? ''
      const bytes = flipByte(exported.bundle.get(name) ?? Buffer.from('x'), place, bits)
      const anchor = { kind: 'manifest_sha256' as const, sha256: exported.manifestSha256 }

      const report = await verify(new Map([...exported.bundle, [name, bytes]]), anchor)

      expect(report.verdict).toBe('broken')
    },
  )

  test.prop([fc.nat(), ...changes])(
    'in any file of a bundle is found without an anchor',
    async (which, place, bits) => {
      const names = [...exported.bundle].filter(([name, bytes]) => bytes.length > 0 && name !== 'manifest.json')
      const [name = '', original = Buffer.from('x')] = names[which % names.length] ?? []

      const report = await verify(new Map([...exported.bundle, [name, flipByte(original, place, bits)]]))

      expect(report.verdict).toBe('broken')
    },
  )
})

describe('with the manifest’s checksum', () => {
  test('a release is approved', async () => {
    const report = await verify(exported.release, { kind: 'manifest_sha256', sha256: exported.manifestSha256 })

    expect(report).toMatchObject({ verdict: 'approved', findings: [] })
  })

  test('of another manifest it is broken', async () => {
    const report = await verify(exported.release, { kind: 'manifest_sha256', sha256: sha256Of('other') })

    expect(report.findings).toMatchObject([{ level: 'fault', code: 'manifest_differs' }])
  })
})

describe('with the repository', () => {
  test.each(['bundle', 'release'] as const)('a %s is approved', async (layout) => {
    const report = await verify(exported[layout], repositoryAnchor(new FakeRepository(buildApprovedPlan())))

    expect(report).toMatchObject({ verdict: 'approved', layout, findings: [] })
    expect(report.anchor).toMatchObject({ kind: 'repository', repository: 'octo/widgets' })
  })

  test('a manifest alone is approved from the repository’s own bytes', async () => {
    const files: Files = new Map([['manifest.json', exported.bundle.get('manifest.json') ?? Buffer.from('')]])

    const report = await verify(files, repositoryAnchor(new FakeRepository(buildApprovedPlan())), 'manifest')

    expect(report).toMatchObject({ verdict: 'approved', layout: 'manifest' })
  })

  test.each<[string, (manifest: Manifest) => void, string]>([
    ['another version number', ({ items }) => Object.assign(items[0] ?? {}, { version: 7 }), 'record_differs'],
    ['a file less', ({ items }) => items[0]?.files.pop(), 'file_missing'],
    ['another reviewer', ({ items }) => Object.assign(items[0]?.review ?? {}, { reviewer: '@eve' }), 'record_differs'],
    ['a better score', ({ items }) => Object.assign(items[1]?.review ?? {}, { score: 1 }), 'record_differs'],
    ['another title', ({ items }) => Object.assign(items[0] ?? {}, { task_title: 'Write nothing' }), 'record_differs'],
    ['another role', ({ items }) => Object.assign(items[0] ?? {}, { role: 'supporting' }), 'record_differs'],
    [
      'a longer name of a folder',
      ({ items }) => {
        for (const file of items[0]?.files ?? []) {
          const more = items[0]?.task_id.replaceAll('-', '').slice(0, 12) ?? ''
          file.dest_path = file.dest_path.replace(/_[0-9a-f]{8}\//, `_${more}/`)
        }
      },
      'record_differs',
    ],
    ['another time', (manifest) => (manifest.exported_at = '2027-01-01T00:00:00Z'), 'record_differs'],
    ['another repository', (manifest) => (manifest.repository = 'eve/widgets'), 'record_differs'],
    ['another repository’s id', (manifest) => (manifest.repository_id = 43), 'other_repository'],
    [
      'an unknown review',
      ({ items }) => Object.assign(items[0]?.review ?? {}, { review_id: items[0]?.task_id }),
      'not_recorded',
    ],
    ['an unknown plan', (manifest) => (manifest.plan_id = 'SOL-ISS-007-3'), 'not_recorded'],
  ])('a manifest with %s is broken', async (_name, change, code) => {
    const files = withManifest(exported.bundle, change)

    const report = await verify(files, repositoryAnchor(new FakeRepository(buildApprovedPlan())))

    expect(report.verdict).toBe('broken')
    expect(report.findings).toContainEqual(expect.objectContaining({ level: 'fault', code }))
  })

  test('a manifest that leaves a task out, files and all, is broken', async () => {
    const files = withManifest(exported.bundle, ({ items }) => items.pop())
    for (const path of files.keys()) if (path.startsWith('T2_')) files.delete(path)

    const alone = await verify(files)
    const report = await verify(files, repositoryAnchor(new FakeRepository(buildApprovedPlan())))

    expect(alone.verdict).toBe('self-consistent')
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'record_differs', about: 'T2' }))
  })

  test('a forged bundle that fits together is broken', async () => {
    const bytes = Buffer.from('export const one = "evil"\n')
    const files = withManifest(exported.bundle, ({ items }) => {
      const forgedFile = items[0]?.files.find((one) => one.dest_path.endsWith('task-1.ts'))
      Object.assign(forgedFile ?? {}, { size: bytes.length, sha256: sha256Of(bytes) })
    })
    for (const path of files.keys()) if (path.endsWith('task-1.ts')) files.set(path, bytes)

    const report = await verify(files, repositoryAnchor(new FakeRepository(buildApprovedPlan())))

    expect((await verify(files)).verdict).toBe('self-consistent')
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'record_differs' }))
  })

  test.each<[string, (repository: FakeRepository, approved: ApprovedPlan) => void, string]>([
    [
      'the verdict file says something else, and the record kept no checksum of it',
      (repo, { execution }) =>
        forReview(execution.reviews[0], (path) => {
          const { execution: other } = buildApprovedPlan()
          for (const review of other.reviews) review.file = null
          putExecution(repo, other)
          const text = Buffer.from(repo.files.get(path)?.bytes ?? []).toString()
          repo.files.set(path, {
            bytes: Buffer.from(text.replace('verdict: "APPROVED"', 'verdict: "REJECTED"')),
            mode: '100644',
          })
        }),
      'verdict_differs',
    ],
    [
      'the grounds in the verdict file were edited',
      (repo, { execution }) =>
        forReview(execution.reviews[0], (path) => {
          const text = Buffer.from(repo.files.get(path)?.bytes ?? []).toString()
          repo.files.set(path, { bytes: Buffer.from(`${text}\nAnd it is very good.\n`), mode: '100644' })
        }),
      'verdict_differs',
    ],
    [
      'the version’s commit has other bytes than the record',
      (repo) => {
        const find = repo.findFile.bind(repo)
        repo.findFile = async (commit, path) => {
          const file = await find(commit, path)
          return commit === repo.head || file === undefined ? file : { ...file, blob: 'e'.repeat(40) }
        }
      },
      'commit_differs',
    ],
    [
      'the record’s blob is not the record’s checksum',
      (repo) => {
        const { execution } = buildApprovedPlan()
        const [artifact] = execution.artifacts
        const [file] = artifact?.files ?? []
        const bytes = Buffer.from('something else\n')
        Object.assign(file ?? {}, { blob: gitBlobIdOf(bytes) })
        putExecution(repo, execution)
        if (artifact && file) repo.files.set(`${artifactDir(artifact)}/${file.path}`, { bytes, mode: '100644' })
      },
      'blob_differs',
    ],
    [
      'the execution is another plan’s',
      (repo) => putExecution(repo, { ...buildApprovedPlan().execution, solution_id: 'SOL-ISS-007-2' }),
      'repository_unreadable',
    ],
    [
      'the verdict file is gone',
      (repo, { execution }) => forReview(execution.reviews[0], (path) => repo.files.delete(path)),
      'verdict_missing',
    ],
    [
      'the verdict file was edited',
      (repo, { execution }) =>
        forReview(execution.reviews[0], (path) => {
          const file = repo.files.get(path)
          if (file) file.bytes = Buffer.from(Buffer.from(file.bytes).toString().replace('rules', 'ruler'))
        }),
      'verdict_differs',
    ],
    [
      'the verdict file can’t be read',
      (repo, { execution }) =>
        forReview(execution.reviews[0], (path) => repo.files.set(path, { bytes: Buffer.from('ok'), mode: '100644' })),
      'verdict_differs',
    ],
    [
      'a version’s file was changed on the branch',
      (repo, { execution }) => {
        const [artifact] = execution.artifacts
        if (artifact)
          repo.files.set(`${artifactDir(artifact)}/src/task-1.ts`, { bytes: Buffer.from('x'), mode: '100644' })
      },
      'blob_differs',
    ],
    [
      'the version’s commit has another tree',
      (repo) => (repo.findTree = () => Promise.resolve('f'.repeat(40))),
      'commit_differs',
    ],
    [
      'there is no workflow branch',
      (repo) => (repo.findHead = () => Promise.resolve(undefined)),
      'repository_unreadable',
    ],
    [
      'the record can’t be read',
      (repo) => repo.files.set(issRecordPath('ISS-007'), { bytes: Buffer.from('{'), mode: '100644' }),
      'repository_unreadable',
    ],
    ['the issue is unknown', (repo) => repo.files.delete(issRecordPath('ISS-007')), 'not_recorded'],
  ])('it is broken when %s', async (_name, spoil, code) => {
    const approved = buildApprovedPlan()
    const repository = new FakeRepository(approved)
    spoil(repository, approved)

    const report = await verify(exported.bundle, repositoryAnchor(repository))

    expect(report.verdict).toBe('broken')
    expect(report.findings).toContainEqual(expect.objectContaining({ level: 'fault', code }))
  })

  test('a clone that ends before the approval is out of date, and says how to bring it up to date', async () => {
    const approved = buildApprovedPlan()
    approved.execution.reviews = []
    const repository = new FakeRepository(approved)
    const read = async (head: string) =>
      (await proveBy(repository).history.read(head)).map((one) => ({ ...one, committedAt: '2026-11-21T03:00:00Z' }))
    const anchorOf = (clone: string | null): TrustAnchor => {
      const proof = proveBy(repository, { history: { read }, clone })
      return { kind: 'repository', name: 'widgets', reader: repository, proof }
    }

    const report = await verify(exported.bundle, anchorOf('widgets'))
    const itself = await verify(exported.bundle, anchorOf(null))

    expect(report.verdict).toBe('self-consistent')
    expect(report.findings).toMatchObject([{ level: 'doubt', code: 'clone_outdated' }])
    expect(report.findings[0]?.message).toContain("git -C 'widgets' fetch origin")
    expect(itself.verdict).toBe('broken')
  })

  test('a clone that ends in the second of the approval, before it, is out of date too', async () => {
    const approved = buildApprovedPlan()
    approved.execution.reviews = []
    const repository = new FakeRepository(approved)
    const manifest = ManifestSchema.parse(
      JSON.parse(Buffer.from(exported.bundle.get('manifest.json') ?? []).toString()),
    )
    const second = manifest.exported_at.replace(/\.\d+Z$/, 'Z')
    const read = async (head: string) =>
      (await proveBy(repository).history.read(head)).map((one) => ({ ...one, committedAt: second }))
    const proof = proveBy(repository, { history: { read }, clone: 'widgets' })

    const report = await verify(exported.bundle, { kind: 'repository', name: 'widgets', reader: repository, proof })

    expect(report.verdict).toBe('self-consistent')
    expect(report.findings).toMatchObject([{ level: 'doubt', code: 'clone_outdated' }])
  })

  test('a clone that has everything is compared, by whatever clock it was committed', async () => {
    const repository = new FakeRepository(buildApprovedPlan())
    const read = async (head: string) =>
      (await proveBy(repository).history.read(head)).map((one) => ({ ...one, committedAt: '2026-11-21T03:00:00Z' }))
    const proof = proveBy(repository, { history: { read }, clone: 'widgets' })

    const report = await verify(exported.bundle, { kind: 'repository', name: 'widgets', reader: repository, proof })

    expect(report).toMatchObject({ verdict: 'approved', findings: [] })
  })

  test('it is broken when the version was rejected later', async () => {
    const approved = buildApprovedPlan()
    const [review] = approved.execution.reviews
    if (review) {
      approved.execution.reviews.push({
        ...review,
        review_id: approved.plan.tasks[0]?.task_id ?? '',
        verdict: 'REJECTED',
        submitted_at: '2026-11-22T00:00:00Z',
        file: null,
      })
    }

    const report = await verify(exported.bundle, repositoryAnchor(new FakeRepository(approved)))

    expect(report.findings).toContainEqual(expect.objectContaining({ level: 'fault', code: 'revoked' }))
  })

  test('it was approved, but no longer counts as such, once another version is the approved one', async () => {
    const approved = buildApprovedPlan()
    Object.assign(approved.execution.nodes['T1'] ?? {}, { state: 'READY_TO_CHECK' })

    const report = await verify(exported.bundle, repositoryAnchor(new FakeRepository(approved)))

    expect(report.verdict).toBe('self-consistent')
    expect(report.findings).toMatchObject([{ level: 'doubt', code: 'superseded', about: 'T1' }])
  })

  test('it no longer counts as approved once the plan was revised', async () => {
    const approved = buildApprovedPlan()
    approved.plan.hash = sha256Of('revised')

    const report = await verify(exported.bundle, repositoryAnchor(new FakeRepository(approved)))

    expect(report.verdict).toBe('self-consistent')
    expect(report.findings).toContainEqual(expect.objectContaining({ level: 'doubt', code: 'superseded' }))
  })

  test('a commit that is gone with its branch is only noted', async () => {
    const repository = new FakeRepository(buildApprovedPlan())
    repository.findTree = () => Promise.resolve(undefined)

    const report = await verify(exported.bundle, repositoryAnchor(repository))

    expect(report.verdict).toBe('approved')
    expect(new Set(report.findings.map((finding) => finding.code))).toEqual(new Set(['commit_unreachable']))
  })

  test('a superseded plan is found where it was moved to', async () => {
    const approved = buildApprovedPlan()
    const repository = new FakeRepository({ ...approved, record: { ...approved.record, plan_id: 'SOL-ISS-007-2' } })
    for (const part of ['plan', 'execution'] as const) {
      const [from, to] = solutionPaths(approved.record.session_id, 'ISS-007', 'SOL-ISS-007-1', part)
      const file = workflowFiles(approved).get(from)
      repository.files.delete(from)
      if (file) repository.files.set(to, file)
    }

    const report = await verify(exported.bundle, repositoryAnchor(repository))

    expect(report.verdict).toBe('approved')
  })
})

describe('an export without what only supports', () => {
  const buildAssembled = () => {
    const approved = buildApprovedPlan()
    const spec = approved.plan.goals.find((goal) => goal.final_deliverable_spec)?.final_deliverable_spec
    if (spec) Object.assign(spec, { mode: 'ASSEMBLE', assemble_task_id: 'T2' })
    return approved
  }

  test('is approved, and says what was left out', async () => {
    const { release } = await exportOf(buildAssembled(), true, false)

    const report = await verify(release, repositoryAnchor(new FakeRepository(buildAssembled())))

    expect(report.verdict).toBe('approved')
    expect(report.findings).toMatchObject([
      { level: 'note', code: 'supporting_left_out', message: expect.stringContaining('T1 only') },
    ])
  })

  /** T2 assembles one of its two files, and delivers the other beside it. */
  const buildOneOfSet = () => {
    const approved = buildAssembled()
    const [file, other] = approved.execution.artifacts[2]?.files ?? []
    if (file === undefined || other === undefined) throw new Error('T2 has no set of files')
    const spec = approved.plan.goals.find((goal) => goal.final_deliverable_spec)?.final_deliverable_spec
    const output = { filename: file.path, output_dir: '', format: 'text', single_file: true, bundle_mode: 'NONE' }
    if (spec) Object.assign(spec, { output: { ...output, description: '' } })
    return { approved, file, other }
  }

  test('of a set has the one file that was wanted, is approved, and says what of it was left out', async () => {
    const { approved, other } = buildOneOfSet()
    const { release } = await exportOf(approved, false, false)

    const report = await verify(release, repositoryAnchor(new FakeRepository(buildOneOfSet().approved)))

    expect(report.verdict).toBe('approved')
    expect(report.findings).toContainEqual(
      expect.objectContaining({ level: 'note', message: expect.stringContaining(`${other.path} of T2 only`) }),
    )
  })

  test('that calls a file left out which is no part of what supports the deliverable is broken', async () => {
    const { bundle } = await exportOf(buildAssembled(), false, false)
    const hide = ({ items: [item] }: Manifest) => {
      const [hidden] = item?.files.splice(0, 1) ?? []
      if (item && hidden) item.left_out = [hidden.dest_path.split('/').slice(1).join('/')]
    }

    const report = await verify(withManifest(bundle, hide), repositoryAnchor(new FakeRepository(buildAssembled())))

    expect(report.verdict).toBe('broken')
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'file_missing' }))
  })

  test.each<[string, boolean, (manifest: Manifest) => void, string]>([
    ['a task that it holds', true, (manifest) => (manifest.left_out = [firstOf(manifest)]), 'left_out'],
    ['other tasks than it lacks', false, (manifest) => (manifest.left_out = [firstOf(manifest)]), 'T1'],
  ])('that calls %s left out is broken', async (_name, includeSupporting, change, about) => {
    const { bundle } = await exportOf(buildAssembled(), false, includeSupporting)

    const report = await verify(withManifest(bundle, change), repositoryAnchor(new FakeRepository(buildAssembled())))

    expect(report.verdict).toBe('broken')
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'record_differs', about }))
  })
})

describe('what is asked of the whole', () => {
  /** The plan's tests passed, and the issue asks for them. */
  function buildTested(): ApprovedPlan {
    const approved = buildApprovedPlan()
    const asked = { id: 'RC-1', statement: 'All tests pass', source_line: 4, covered_by: ['plan/tests'] }
    Object.assign(approved.plan.goals[0] ?? {}, { root_acceptance_criteria: [asked] })
    const { execution } = approved
    const commit_sha = execution.execution_result.commit_hash ?? ''
    const tested = { at: '2026-11-21T03:41:00Z', task: null, artifact_id: null, commit_sha, tree_sha: commit_sha }
    Object.assign(execution, recordValidation(execution, tested, buildValidation(), tested.at))
    return approved
  }

  test('holds by the recorded tests of the plan, and by nothing that a manifest claims', async () => {
    const { bundle } = await exportOf(buildTested())
    const failing = buildTested()
    for (const validation of failing.execution.validations) validation.passed = false
    const reports = await Promise.all(
      [buildTested(), failing].map((approved) => verify(bundle, repositoryAnchor(new FakeRepository(approved)))),
    )

    expect(reports.map(({ verdict }) => verdict)).toEqual(['approved', 'broken'])
    expect(reports[1]?.findings).toContainEqual(expect.objectContaining({ code: 'record_differs', about: 'RC-1' }))
  })
})

describe('a partial export', () => {
  test('says what is not in it', async () => {
    const approved = buildApprovedPlan()
    Object.assign(approved.execution.nodes['T2'] ?? {}, { state: 'RUNNING' })
    const { release } = await exportOf(approved)

    const report = await verify(release, repositoryAnchor(new FakeRepository(approved)))

    expect(report.verdict).toBe('approved')
    expect(report.findings).toMatchObject([{ level: 'note', code: 'partial', message: expect.stringContaining('T2') }])
  })

  test('is no longer the state of things once the missing task is done', async () => {
    const approved = buildApprovedPlan()
    Object.assign(approved.execution.nodes['T2'] ?? {}, { state: 'RUNNING' })
    const { release } = await exportOf(approved)

    const report = await verify(release, repositoryAnchor(new FakeRepository(buildApprovedPlan())))

    expect(report.verdict).toBe('self-consistent')
    expect(report.findings).toContainEqual(expect.objectContaining({ level: 'doubt', code: 'superseded', about: 'T2' }))
  })
})

function firstOf({ items }: Manifest) {
  const { task_id = '', task = '', task_title = '' } = items[0] ?? {}
  return { task_id, task, task_title }
}

function forReview(
  review: ApprovedPlan['execution']['reviews'][number] | undefined,
  change: (path: string) => unknown,
): void {
  if (review !== undefined) change(verdictPath(review))
}

function putExecution(repository: FakeRepository, execution: ApprovedPlan['execution']): void {
  const { record, plan } = repository.approved
  const [path] = solutionPaths(record.session_id, record.id, plan.id, 'execution')
  repository.files.set(path, { bytes: Buffer.from(JSON.stringify(execution)), mode: '100644' })
}
