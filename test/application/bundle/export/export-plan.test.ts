import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import {
  type ExportAnswer,
  exportPlan,
  type ExportRequest,
} from '../../../../src/application/bundle/export/export-plan.ts'
import { sha256Of } from '../../../../src/application/bundle/hashes.ts'
import { createSigningKey } from '../../../../src/application/state/signing-key.ts'
import type { BundleWriter, FolderReplacement } from '../../../../src/application/ports/state/bundle-writer.ts'
import { artifactDir } from '../../../../src/domain/records/artifact.ts'
import { verifyScript } from '../../../../src/domain/bundle/verify-script.ts'
import { buildOrigin, testSha } from '../../../support/builders.ts'
import { openMemorySpool } from '../../../../src/application/bundle/release-files.ts'
import type { OpenSpool } from '../../../../src/application/ports/state/spool.ts'
import { FakeReleaseStore } from '../../../support/repository/fake-release-store.ts'
import { buildApprovedPlan, FakeRepository } from '../../../support/repository/fake-repository.ts'

const request: ExportRequest = { issueId: 'ISS-007', planId: null, includeCandidates: false, partial: false }

function start() {
  const state = new FakeRepository(buildApprovedPlan())
  const releases = new FakeReleaseStore()
  return { state, releases, origin: buildOrigin(), bundle: null }
}

function getExported(answer: ExportAnswer) {
  if (answer.kind === 'refused') throw new Error(answer.why)
  return answer
}

function assetOf(releases: FakeReleaseStore, tag: string, name: string): Uint8Array {
  const asset = releases.releases.find((one) => one.tag === tag)?.assets.find((one) => one.name === name)
  const bytes = releases.contents.get(asset?.id ?? -1)
  if (bytes === undefined) throw new Error(`${tag} has no ${name}`)
  return bytes
}

describe('the release', () => {
  test('has manifest, checksums and archive, and its tag is on the integration commit', async () => {
    const ports = start()

    const answer = getExported(await exportPlan(ports, request))

    expect(answer.release).toEqual({
      kind: 'published',
      tag: 'countersign-ISS-007-1',
      url: 'https://example.test/countersign-ISS-007-1',
      attestation: null,
    })
    expect(ports.releases.tags.get('countersign-ISS-007-1')).toBe(testSha('integration'))
    expect(ports.releases.writes).toEqual([
      'draft countersign-ISS-007-1',
      'upload countersign-ISS-007-1.tar.gz',
      'upload manifest.json',
      'upload verify.sh',
      'upload SHA256SUMS',
      'publish countersign-ISS-007-1',
    ])
  })

  test('has checksums that sha256sum can check', async () => {
    const ports = start()

    const { manifestSha256 } = getExported(await exportPlan(ports, request))

    const archive = assetOf(ports.releases, 'countersign-ISS-007-1', 'countersign-ISS-007-1.tar.gz')
    const sums = assetOf(ports.releases, 'countersign-ISS-007-1', 'SHA256SUMS')
    expect(Buffer.from(sums).toString()).toBe(
      `${sha256Of(archive)}  countersign-ISS-007-1.tar.gz\n${manifestSha256}  manifest.json\n${sha256Of(verifyScript)}  verify.sh\n`,
    )
  })

  test('is byte for byte the same, whenever it is made', async () => {
    const once = start()
    const again = start()

    await exportPlan(once, request)
    await exportPlan(again, request)

    for (const name of ['manifest.json', 'SHA256SUMS', 'countersign-ISS-007-1.tar.gz']) {
      expect(assetOf(once.releases, 'countersign-ISS-007-1', name)).toEqual(
        assetOf(again.releases, 'countersign-ISS-007-1', name),
      )
    }
  })

  test('is what it was in every version since archives are stored', async () => {
    const ports = start()

    await exportPlan(ports, { ...request, includeCandidates: true })

    expect(sha256Of(assetOf(ports.releases, 'countersign-ISS-007-1', 'countersign-ISS-007-1.tar.gz'))).toBe(
      '7de97ce42772b7629fe2b37fa0569bff253d6399099cc807341d01816d658993',
    )
  })

  test('is spooled until it is out, and no longer', async () => {
    const happened: string[] = []
    const ports = start()
    ports.releases.afterWrite = (write) => happened.push(write)
    const openSpool: OpenSpool = async () => ({
      ...(await openMemorySpool()),
      [Symbol.asyncDispose]: async () => void happened.push('removed'),
    })

    await exportPlan({ ...ports, openSpool }, request)

    expect(happened.slice(-2)).toEqual(['publish countersign-ISS-007-1', 'removed'])
  })

  test('that would be too large for GitHub is refused before anything is read or written', async () => {
    const approved = buildApprovedPlan()
    for (const { files } of approved.execution.artifacts) for (const file of files) file.size = 1024 ** 3
    const ports = { ...start(), state: new FakeRepository(approved) }
    const reads = vi.spyOn(ports.state, 'readBlob')

    const answer = await exportPlan(ports, request)

    expect(answer).toMatchObject({ kind: 'refused', why: expect.stringContaining('GitHub takes less than 2 GiB') })
    // Record, plan and execution.
    expect(reads).toHaveBeenCalledTimes(3)
    expect(ports.releases.writes).toEqual([])
  })

  test('has an archive without owner, and with the time of the newest review', async () => {
    const ports = start()

    await exportPlan(ports, request)

    const archive = assetOf(ports.releases, 'countersign-ISS-007-1', 'countersign-ISS-007-1.tar.gz')
    const header = gunzipSync(archive).subarray(0, 512).toString('latin1')
    expect(header.slice(108, 116)).toMatch(/^0+[ \0]/)
    expect(Number.parseInt(header.slice(136, 147), 8)).toBe(Date.parse('2026-11-21T03:40:00Z') / 1000)
    expect([...archive.subarray(4, 8), archive[9]]).toEqual([0, 0, 0, 0, 255])
  })
})

describe('done again', () => {
  test('on the same state nothing is written', async () => {
    const ports = start()
    await exportPlan(ports, request)
    ports.releases.writes.length = 0

    const answer = getExported(await exportPlan(ports, request))

    expect(answer.release?.kind).toBe('found')
    expect(ports.releases.writes).toEqual([])
  })

  test('with other content it goes to the next tag, and what is out stays', async () => {
    const ports = start()
    await exportPlan(ports, request)
    const before = structuredClone(ports.releases.releases[0])

    const answer = getExported(await exportPlan(ports, { ...request, includeCandidates: true }))

    expect(answer.release?.tag).toBe('countersign-ISS-007-1-2')
    expect(ports.releases.releases[0]).toEqual(before)
  })

  test('after a tag of the same name was put elsewhere, it takes the next one', async () => {
    const ports = start()
    ports.releases.tags.set('countersign-ISS-007-1', testSha('somewhere else'))

    const answer = getExported(await exportPlan(ports, request))

    expect(answer.release?.tag).toBe('countersign-ISS-007-1-2')
  })

  test.each(['draft', 'upload countersign', 'upload manifest.json', 'upload SHA256SUMS', 'publish'])(
    'with the answer to "%s" lost, one release comes out',
    async (write) => {
      const ports = start()
      let lost = 0
      ports.releases.afterWrite = (done) => {
        if (!done.startsWith(write) || lost > 0) return
        lost += 1
        throw new Error('502')
      }

      const answer = getExported(await exportPlan(ports, request))

      expect(lost).toBe(1)
      expect(answer.release?.tag).toBe('countersign-ISS-007-1')
      expect(ports.releases.releases.map((release) => release.draft)).toEqual([false])
      expect(ports.releases.releases[0]?.assets).toHaveLength(4)
    },
  )

  test('after breaking off in the middle, a left starter asset and a foreign file are cleared away', async () => {
    const ports = start()
    const draft = await ports.releases.createDraft({
      tag: 'countersign-ISS-007-1',
      commit: '',
      title: '',
      body: '',
      prerelease: false,
    })
    Object.assign(draft, {
      assets: [
        { id: 90, name: 'manifest.json', state: 'starter', sha256: null, size: 0 },
        { id: 91, name: 'virus.exe', state: 'uploaded', sha256: null, size: 1 },
      ],
    })

    await exportPlan(ports, request)

    expect(ports.releases.releases[0]?.assets.map((asset) => [asset.name, asset.state])).toEqual([
      ['countersign-ISS-007-1.tar.gz', 'uploaded'],
      ['manifest.json', 'uploaded'],
      ['verify.sh', 'uploaded'],
      ['SHA256SUMS', 'uploaded'],
    ])
  })

  test('an asset that comes back other than it went is not published, whatever digest the server names', async () => {
    const ports = start()
    const open = ports.releases.openAsset.bind(ports.releases)
    ports.releases.openAsset = async function (id) {
      const [before, after] = [await open(id), Buffer.from('\n')]
      return (async function* () {
        yield* before
        yield after
      })()
    }

    await expect(exportPlan(ports, request)).rejects.toMatchObject({ reason: 'asset_broken' })
    expect(ports.releases.releases.every((release) => release.draft)).toBe(true)
  })

  test('a release that was tampered with is not taken for ours', async () => {
    const ports = start()
    await exportPlan(ports, request)
    const archive = ports.releases.releases[0]?.assets.find((asset) => asset.name.endsWith('.tar.gz'))
    ports.releases.contents.set(archive?.id ?? -1, Buffer.from('evil'))

    const answer = getExported(await exportPlan(ports, request))

    expect(answer.release).toMatchObject({ kind: 'published', tag: 'countersign-ISS-007-1-2' })
  })

  test('a server that names no digests costs downloads, nothing else', async () => {
    const ports = start()
    ports.releases.afterWrite = () => {
      for (const asset of ports.releases.releases[0]?.assets ?? []) asset.sha256 = null
    }
    await exportPlan(ports, request)

    const answer = getExported(await exportPlan(ports, request))

    expect(answer.release?.kind).toBe('found')
  })

  test('a tag that turns out to be elsewhere is a fault', async () => {
    const ports = start()
    ports.releases.afterWrite = (write) => {
      if (write.startsWith('publish')) ports.releases.tags.set('countersign-ISS-007-1', testSha('somewhere else'))
    }

    await expect(exportPlan(ports, request)).rejects.toMatchObject({ reason: 'release_unproven' })
  })

  test('an upload that keeps arriving broken is not published', async () => {
    const ports = start()
    const upload = ports.releases.uploadAsset.bind(ports.releases)
    ports.releases.uploadAsset = (id, file) => upload(id, { ...file, content: new Blob(['broken']) })

    const exporting = exportPlan(ports, request)

    await expect(exporting).rejects.toMatchObject({ reason: 'asset_broken', retry: 'later' })
    expect(ports.releases.releases.every((release) => release.draft)).toBe(true)
  })
})

describe('bytes that are not the approved ones', () => {
  test.each(['changed', 'gone', 'of another mode'])('%s on the branch: nothing is exported', async (how) => {
    const ports = start()
    const artifact = ports.state.approved.execution.artifacts[0]
    const path = artifact ? `${artifactDir(artifact)}/src/task-1.ts` : ''
    if (how === 'changed') ports.state.files.set(path, { bytes: Buffer.from('export const one = 2\n'), mode: '100644' })
    if (how === 'gone') ports.state.files.delete(path)
    if (how === 'of another mode') Object.assign(ports.state.files.get(path) ?? {}, { mode: '120000' })

    const exporting = exportPlan(ports, request)

    await expect(exporting).rejects.toMatchObject({ reason: 'bytes_differ', details: expect.stringContaining(path) })
    expect(ports.releases.writes).toEqual([])
  })

  test('a server that hands out other bytes for a blob is noticed', async () => {
    const ports = start()
    const read = ports.state.readBlob.bind(ports.state)
    ports.state.readBlob = async (blob) => {
      const bytes = await read(blob)
      return Buffer.from(bytes).toString().startsWith('export') ? Buffer.from('export const one = 9\n') : bytes
    }

    await expect(exportPlan(ports, request)).rejects.toMatchObject({ reason: 'bytes_differ' })
  })
})

test('a record whose checksum is not its blob’s is not exported', async () => {
  const approved = buildApprovedPlan()
  Object.assign(approved.execution.artifacts[0]?.files[0] ?? {}, { sha256: sha256Of('something else') })
  const ports = { ...start(), state: new FakeRepository(approved) }

  await expect(exportPlan(ports, request)).rejects.toMatchObject({ reason: 'bytes_differ' })
})

describe('what can’t be exported', () => {
  test.each([
    [{ issueId: 'ISS-008' }, 'ISS-008 is not registered'],
    [{ planId: 'SOL-ISS-007-9' }, 'there is no plan SOL-ISS-007-9'],
  ])('is refused with its reason: %j', async (change, why) => {
    const answer = await exportPlan(start(), { ...request, ...change })

    expect(answer).toEqual({ kind: 'refused', why, missing: [] })
  })

  test('a state file that breaks its schema stops the export and is named', async () => {
    const ports = start()
    ports.state.files.set('.workflow/issues/ISS-007.json', {
      bytes: Buffer.from('{"schema_version": 1}'),
      mode: '100644',
    })

    await expect(exportPlan(ports, request)).rejects.toMatchObject({
      reason: 'state_unreadable',
      message: expect.stringContaining('.workflow/issues/ISS-007.json'),
    })
  })
})

describe('the bundle on the workflow branch', () => {
  function writerWith(answers: Awaited<ReturnType<BundleWriter['replaceFolder']>>[]) {
    const calls: FolderReplacement[] = []
    const writer: BundleWriter = {
      replaceFolder: (input) => {
        calls.push(input)
        return Promise.resolve(answers.shift() ?? { kind: 'unchanged' })
      },
    }
    return {
      calls,
      bundle: { writer, op: 'ISS-007/9', sign: () => [], signManifest: createSigningKey('a secret of sixteen').sign },
    }
  }

  test('is written before the release, from the blobs that are there', async () => {
    const { calls, bundle } = writerWith([{ kind: 'written', commit: testSha('bundle') }])
    const ports = { ...start(), bundle }

    const answer = getExported(await exportPlan(ports, request))

    expect(answer.bundle).toEqual({ kind: 'written', commit: testSha('bundle') })
    expect(calls[0]).toMatchObject({ folder: 'workspace/deliverables/SOL-ISS-007-1/bundle', op: 'ISS-007/9' })
    expect(calls[0]?.files.map((file) => file.path.replace(/_[0-9a-f]{8}\//, '_…/'))).toEqual([
      'Write_the_parser_…/bin/run.sh',
      'Write_the_parser_…/src/task-1.ts',
      'T2_…/docs/empty.txt',
      'T2_…/docs/guide.md',
      'manifest.json',
    ])
  })

  test('is decided anew when the branch moved', async () => {
    const { calls, bundle } = writerWith([{ kind: 'conflict' }, { kind: 'written', commit: testSha('bundle') }])

    const answer = getExported(await exportPlan({ ...start(), bundle }, request))

    expect(calls).toHaveLength(2)
    expect(answer.bundle?.kind).toBe('written')
  })

  test('is given up, to be tried later, when the branch never holds still', async () => {
    const { bundle } = writerWith(Array.from({ length: 9 }, () => ({ kind: 'conflict' as const })))
    const ports = { ...start(), bundle }

    await expect(exportPlan(ports, request)).rejects.toMatchObject({ reason: 'branch_busy', retry: 'later' })
    expect(ports.releases.writes).toEqual([])
  })
})

test('a rule that refuses the tag is told as that, with what to do about it', async () => {
  const ports = start()
  const said =
    'Validation Failed: {"resource":"Release","code":"custom","field":"pre_receive","message":"pre_receive Repository rule violations found\\n\\nCannot create ref due to creations being restricted."}'
  ports.releases.publish = () => Promise.reject(Object.assign(new Error(said), { status: 422 }))

  await expect(exportPlan(ports, request)).rejects.toMatchObject({
    code: 'github_refused',
    message: "a rule of the repository doesn't let the tag countersign-ISS-007-1 be made",
    details: expect.stringContaining('Settings → Rules'),
  })
})
