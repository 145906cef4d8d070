import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSigstoreBundle } from '../../../../src/adapters/attestation/check-sigstore-bundle.ts'
import { parseTrustedRoots, readShippedRoots } from '../../../../src/adapters/attestation/read-trusted-roots.ts'
import { signStatement } from '../../../../src/adapters/attestation/sign-statement.ts'
import { sha256Of } from '../../../../src/application/bundle/hashes.ts'
import { memoryFolder } from '../../../../src/application/bundle/memory-folder.ts'
import { makeReleaseFiles } from '../../../../src/application/bundle/release-files.ts'
import type { AttestationDemand } from '../../../../src/application/bundle/verify/check-attestation.ts'
import { verifyBundle } from '../../../../src/application/bundle/verify/verify-bundle.ts'
import { assembleBundle } from '../../../../src/domain/bundle/assemble-bundle.ts'
import { renderExportStatement } from '../../../../src/domain/bundle/export-statement.ts'
import { type Manifest, renderManifest } from '../../../../src/domain/bundle/manifest.ts'
import { jobToken, startSigstore, type TestSigstore } from '../../../support/attestation/sigstore.ts'
import { buildApprovedPlan, FakeRepository } from '../../../support/repository/fake-repository.ts'
import { readContents } from '../../../support/repository/read-contents.ts'
import { bytesOf } from '../../../support/repository/release-bytes.ts'

// The matrix of attestations that may lie beside a release: each is made by real signatures, and checked without a network.

type Files = Map<string, Uint8Array>

let sigstore: TestSigstore
let manifest: Manifest
let release: Files
let statement: string
let attestation: Uint8Array

beforeAll(async () => {
  sigstore = await startSigstore()
  const approved = buildApprovedPlan()
  const repository = new FakeRepository(approved)
  const decision = assembleBundle({ ...approved, includeCandidates: true, partial: false })
  if (decision.kind === 'refused') throw new Error(decision.why)
  ;({ manifest } = decision)
  const files = await makeReleaseFiles(manifest, await readContents(repository, repository.head, decision.copies), null)
  release = await bytesOf(files)
  statement = stateOf(release)
  attestation = await sign(statement)
})

afterAll(async () => {
  await sigstore[Symbol.asyncDispose]()
})

function stateOf(files: Files, about = manifest): string {
  const assets = [...files].map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) }))
  return renderExportStatement(about, sha256Of(renderManifest(about)), assets)
}

async function sign(text: string, claims: Record<string, string> = {}, by = sigstore): Promise<Uint8Array> {
  const bundle = await signStatement(text, by.services, async () => jobToken(claims))
  return Buffer.from(JSON.stringify(bundle))
}

/** Beside the release, by who was told its manifest's checksum. */
async function verify(bundle: Uint8Array | null, demand: Partial<AttestationDemand> = {}, trusted = sigstore) {
  const files = new Map(release)
  if (bundle !== null) files.set('attestation.sigstore.json', bundle)
  const entries = [...files].map(([path, { length }]) => {
    return { path, kind: 'file' as const, size: length, executable: false }
  })
  const roots = parseTrustedRoots(trusted.trustedRoot)
  const report = await verifyBundle({
    folder: memoryFolder(entries, files),
    scope: 'folder',
    anchor: { kind: 'manifest_sha256', sha256: sha256Of(renderManifest(manifest)) },
    attestation: {
      check: async (bytes) => checkSigstoreBundle(bytes, roots),
      isRequired: false,
      server: 'https://github.com',
      workflow: null,
      ...demand,
    },
  })
  const told = report.findings.filter(({ about }) => about === 'attestation.sigstore.json')
  return { verdict: report.verdict, attestation: report.attestation, told, beside: report.beside }
}

/** The verdict, and what is said of the attestation. */
async function judge(...args: Parameters<typeof verify>): Promise<string> {
  const { verdict, told } = await verify(...args)
  return [verdict, ...told.map(({ level, message }) => `${level}: ${message}`)].join('; ')
}

test('one by a workflow of the repository over these assets holds, and tells who exported', async () => {
  const { verdict, attestation: report, told, beside } = await verify(attestation, { isRequired: true })

  expect([verdict, told, beside]).toEqual(['approved', [], []])
  expect(report).toMatchObject({
    kind: 'holds',
    by: {
      workflow: 'https://github.com/octo/widgets/.github/workflows/export.yml@refs/heads/main',
      issuer: 'https://token.actions.githubusercontent.com',
      repository: 'https://github.com/octo/widgets',
      commit: '1'.repeat(40),
      run: 'https://github.com/octo/widgets/actions/runs/7/attempts/1',
    },
  })
})

test('one of a repository that is not public, by GitHub’s own authority and times, holds by its root among others', async () => {
  await using github = await startSigstore({ like: 'github' })
  const bundle = await sign(statement, {}, github)
  const both = parseTrustedRoots(`${sigstore.trustedRoot}\n${github.trustedRoot}\n`)
  const check: AttestationDemand['check'] = async (bytes) => checkSigstoreBundle(bytes, both)

  expect(both).toHaveLength(2)
  // Another one of the same name knows nothing of it.
  expect(await judge(bundle, {}, sigstore)).toMatch(/^broken; /)
  expect(await judge(bundle, { check, isRequired: true })).toBe('approved')
  expect(await judge(attestation, { check, isRequired: true })).toBe('approved')
})

describe('where there is none', () => {
  test('the report has that, and no remark on it: nothing had to be attested', async () => {
    const { verdict, attestation: report, told } = await verify(null)

    expect([verdict, report, told]).toEqual(['approved', { kind: 'none' }, []])
  })

  test('nothing is approved where one is required', async () => {
    expect(await judge(null, { isRequired: true })).toMatch(/^self-consistent; doubt: there is none/)
  })
})

describe('one that no trusted root knows', () => {
  const byNobody: Partial<AttestationDemand> = {
    check: async (bytes) => checkSigstoreBundle(bytes, readShippedRoots()),
  }

  test('counts as none, which is said', async () => {
    expect(await judge(attestation, byNobody)).toMatch(/^approved; note: no trusted root that is here knows/)
  })

  test('is not enough where one is required', async () => {
    expect(await judge(attestation, { ...byNobody, isRequired: true })).toMatch(/^self-consistent; doubt: /)
  })

  test('is broken where its authority only has the name of a known one', async () => {
    await using other = await startSigstore()

    expect(await judge(await sign(statement, {}, other))).toMatch(/^broken; fault: it does not hold/)
  })
})

describe('one that was signed well, but', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'in another repository',
      {
        repository: 'eve/widgets',
        repository_id: '43',
        job_workflow_ref: 'eve/widgets/.github/workflows/export.yml@refs/heads/main',
      },
      /signed in https:\/\/github\.com\/eve\/widgets \(43\), not in octo\/widgets/,
    ],
    ['in another repository of the same name', { repository_id: '43' }, /\(43\), not in octo\/widgets/],
    [
      'by a workflow of another repository',
      { job_workflow_ref: 'eve/tools/.github/workflows/export.yml@refs/heads/main' },
      /is no workflow of that repository/,
    ],
    ['by somebody whom not GitHub vouched for', { iss: 'https://accounts.example.com' }, /vouched for by https:/],
    [
      'by somebody whose name begins like GitHub’s',
      { iss: 'https://token.actions.githubusercontent.com.example.com' },
      /vouched for by https:/,
    ],
  ])('%s is found', async (_who, claims, why) => {
    const told = await judge(await sign(statement, claims))

    expect(told).toMatch(/^broken; fault: /)
    expect(told).toMatch(why)
  })

  test.each<[string, () => string, RegExp]>([
    [
      'over another bundle',
      () => {
        const other = { ...manifest, plan_id: 'SOL-ISS-007-2' }
        return stateOf(new Map([...release, ['manifest.json', Buffer.from(renderManifest(other))]]), other)
      },
      /it is about another manifest/,
    ],
    [
      'over another archive',
      () => stateOf(new Map([...release, ['countersign-ISS-007-1.tar.gz', Buffer.from('x')]])),
      /it is about another countersign-ISS-007-1\.tar\.gz/,
    ],
    [
      'over the manifest alone',
      () => stateOf(new Map([...release].filter(([name]) => name === 'manifest.json'))),
      /it is about another/,
    ],
    [
      'with another verdict',
      () => statement.replace('"score":', '"score":0.5,"was":'),
      /what it says of plan and verdicts is not what the manifest says/,
    ],
    ['with another approver', () => statement.replaceAll('@ada', '@eve'), /what it says of plan and verdicts/],
    [
      'about something else',
      () => statement.replace('urn:countersign:predicate:export:v1', 'https://slsa.dev/provenance/v1'),
      /it says something else than an export does/,
    ],
    ['about nothing', () => 'nothing', /it says something else than an export does/],
  ])('%s is found', async (_what, text, why) => {
    expect(text()).not.toBe(statement)
    const told = await judge(await sign(text()))

    expect(told).toMatch(/^broken; fault: /)
    expect(told).toMatch(why)
  })

  test('by a certificate that had ended is found', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    await using late = await startSigstore({ certificatesOf: hourAgo })

    const told = await judge(await sign(statement, {}, late), {}, late)

    expect(told).toMatch(/^broken; fault: it does not hold: /)
  })
})

describe('the workflow that is wanted', () => {
  const path = 'octo/widgets/.github/workflows/export.yml'

  test.each([path, `${path}@refs/heads/main`])('is taken as %s', async (workflow) => {
    expect(await judge(attestation, { workflow, isRequired: true })).toBe('approved')
  })

  test.each([`${path}@refs/heads/feature`, `${path}@refs/heads/mai`, path.slice(0, -1), 'octo/widgets/x.yml'])(
    'is not %s',
    async (workflow) => {
      expect(await judge(attestation, { workflow, isRequired: true })).toMatch(/^broken; fault: it was signed by /)
    },
  )

  test('may be one of another repository, where that is named', async () => {
    const shared = 'octo/workflows/.github/workflows/export.yml@refs/tags/v1'

    expect(await judge(await sign(statement, { job_workflow_ref: shared }), { workflow: shared })).toBe('approved')
  })
})

describe('one that was changed on its way', () => {
  const check = (bytes: Uint8Array) => checkSigstoreBundle(bytes, parseTrustedRoots(sigstore.trustedRoot))

  test('at whatever place it is cut off is found', async () => {
    const lengths = Array.from({ length: 40 }, (_, index) => Math.floor((attestation.length * index) / 40))
    const kinds = new Set(lengths.map((length) => check(attestation.subarray(0, length)).kind))

    expect([...kinds]).toEqual(['broken'])
    expect(await judge(attestation.subarray(0, attestation.length - 1))).toMatch(/^broken; fault: it is no Sigstore/)
  })

  test('in what it says is found, although it says the same', async () => {
    const bundle = JSON.parse(Buffer.from(attestation).toString('utf8'))
    bundle.dsseEnvelope.payload = Buffer.from(` ${statement}`).toString('base64')

    expect(await judge(Buffer.from(JSON.stringify(bundle)))).toMatch(/^broken; fault: it does not hold/)
  })

  test('at any byte is found, or says the same as before', () => {
    const original = check(attestation)
    const other: number[] = []
    for (let place = 0; place < attestation.length; place += 211) {
      const changed = Uint8Array.from(attestation)
      changed[place] = (changed[place] ?? 0) ^ 1
      const checked = check(changed)
      if (checked.kind === 'signed' && JSON.stringify(checked) !== JSON.stringify(original)) other.push(place)
    }

    expect(original.kind).toBe('signed')
    expect(other).toEqual([])
  })
})
