import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import type { Sandbox } from 'github-sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { shareBundles } from '../../support/action/build-bundles.ts'
import { runAction, runVerifier } from '../../support/action/run-program.ts'
import { startSigstore, type TestSigstore } from '../../support/attestation/sigstore.ts'
import { appSecret } from '../../support/repository/prove-record.ts'
import { type PushedPlan, pushApprovedPlan } from '../../support/repository/push-approved-plan.ts'

const publicKey = createStateMac(appSecret).publicKeys.join()
const tag = 'countersign-ISS-007-1'
const workflow = '.github/workflows/countersign-export.yml'

let dataDir: string
let sandbox: Sandbox
let sigstore: TestSigstore
let built: { action: string; verifier: string }
let trustedRoot: string
let count = 0
let repository: string
let pushed: PushedPlan

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir })
  sigstore = await startSigstore({ web: sandbox.web })
  built = await shareBundles()
  trustedRoot = join(dataDir, 'trusted_root.jsonl')
  await writeFile(trustedRoot, `${sigstore.trustedRoot}\n`)
})

afterAll(async () => {
  await sigstore[Symbol.asyncDispose]()
  await sandbox.close()
  await rm(dataDir, { recursive: true })
  expect(sandbox.drifts).toEqual([])
})

beforeEach(async () => {
  count += 1
  const made = await sandbox.createRepository({ name: `widgets-${count}` })
  ;({ repository } = made)
  const { data } = await reader().rest.repos.get(place())
  pushed = await pushApprovedPlan(made.dir, repository, () => {}, data.id)
})

function reader() {
  return new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.reader })
}

function place() {
  const [owner = '', repo = ''] = repository.split('/')
  return { owner, repo }
}

/** As a job with these permissions, in which `id-token: write` is what tells it where to ask who it is. */
function exportIt(permissions: Record<string, 'write'> = { contents: 'write', attestations: 'write' }, asks = true) {
  const token = sandbox.createJobToken(repository, permissions)
  const request = sandbox.createIdTokenRequest(repository, { workflow, ref: 'refs/heads/main', sha: pushed.head })
  const identity = { ACTIONS_ID_TOKEN_REQUEST_URL: request.url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: request.token }
  const inputs = { plan: '7', attest: 'true', sigstore: sigstore.input, token }
  return runAction({ dataDir, sandbox, repository }, built.action, inputs, asks ? identity : {})
}

/** What the repository's world has of attestations. */
function stored() {
  return sandbox.world.repositories.find(({ owner, name }) => `${owner}/${name}` === repository)?.attestations ?? []
}

async function download(): Promise<string> {
  const dir = await mkdtemp(join(dataDir, 'release-'))
  const { data } = await reader().rest.repos.getReleaseByTag({ ...place(), tag })
  for (const asset of data.assets) {
    const answer = await fetch(asset.url, { headers: { accept: 'application/octet-stream' } })
    await writeFile(join(dir, asset.name), Buffer.from(await answer.arrayBuffer()))
  }
  return dir
}

/** The verifier of one file, which can't reach GitHub or Sigstore. */
function verifyOffline(...args: string[]) {
  return runVerifier(built.verifier, args, {
    HOME: dataDir,
    GITHUB_SERVER_URL: sandbox.web,
    GITHUB_API_URL: 'http://127.0.0.1:9',
  })
}

describe('an export that is to be attested', () => {
  test('puts on release and GitHub what the verifier of one file checks without a network', async () => {
    const run = await exportIt()

    expect([run.exitCode, run.outputs['tag']]).toEqual([0, tag])
    const dir = await download()
    const [attestation, ...more] = stored()
    expect(more).toEqual([])
    expect(JSON.parse(await readFile(join(dir, 'attestation.sigstore.json'), 'utf8'))).toEqual(attestation?.bundle)
    expect(run.stdout).toContain(`Attested: ${sandbox.web}/${repository}/attestations/${attestation?.id}`)
    const anchor = ['--manifest-sha256', run.outputs['manifest-sha256'] ?? '']
    const { code, stdout } = await verifyOffline(dir, '--require-attestation', '--trusted-root', trustedRoot, ...anchor)
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'APPROVED: these are the versions that were approved.'])
    expect(stdout).toContain(
      `attested  by ${sandbox.web}/${repository}/${workflow}@refs/heads/main of commit ${pushed.head}`,
    )
  })

  test('keeps the identity of the job to itself', async () => {
    const { log, token } = await exportIt()

    const said = log.split('\n').filter((line) => !line.startsWith('::add-mask::'))
    expect(said.join('\n')).not.toMatch(/eyJ/)
    expect(said.join('\n')).not.toContain(token)
    expect(log).toMatch(/^::add-mask::eyJ/m)
  })

  test('done again changes nothing, on the release or on GitHub', async () => {
    await exportIt()
    const again = await exportIt()

    expect(JSON.parse(again.outputs['releases'] ?? '')).toMatchObject([{ tag, kind: 'found' }])
    expect(stored()).toHaveLength(1)
  })

  test('goes on where it was cut off, with the attestation that it had made', async () => {
    sandbox.injectFault({ route: 'PATCH /repos/{owner}/{repo}/releases/{release_id}', when: 'before', status: 500 })
    const cut = await exportIt()
    const again = await exportIt()

    expect([cut.exitCode, again.exitCode]).toEqual([1, 0])
    expect(stored()).toHaveLength(1)
    const { data } = await reader().rest.repos.getReleaseByTag({ ...place(), tag })
    expect(data.assets.map(({ name }) => name).toSorted()).toContain('attestation.sigstore.json')
  })

  test('goes beside one that nobody attested', async () => {
    const plain = await runAction({ dataDir, sandbox, repository }, built.action, { plan: '7' })
    const attested = await exportIt()

    expect([plain.outputs['tag'], attested.outputs['tag']]).toEqual([tag, `${tag}-2`])
  })
})

describe('where the job may not', () => {
  test('say who it is, nothing is begun', async () => {
    const run = await exportIt({ contents: 'write', attestations: 'write' }, false)

    expect(run.exitCode).toBe(1)
    expect(run.stdout).toContain('the job needs the permissions "id-token: write" and "attestations: write"')
    expect((await reader().rest.repos.listReleases(place())).data).toEqual([])
  })

  test('lay down attestations, nothing is published, and the permission is named', async () => {
    const run = await exportIt({ contents: 'write' })

    expect(run.exitCode).toBe(1)
    expect(run.stdout).toContain('The job needs "attestations: write"')
    expect((await reader().rest.repos.listReleases(place())).data).toEqual([])
  })
})

describe('who verifies', () => {
  test('is told where there is no attestation, and has it count where one is required', async () => {
    await runAction({ dataDir, sandbox, repository }, built.action, { plan: '7' })
    const page = `${sandbox.web}/${repository}/releases/tag/${tag}`
    const online = (...args: string[]) =>
      runVerifier(built.verifier, [page, '--public-key', publicKey, ...args], {
        HOME: dataDir,
        GITHUB_SERVER_URL: sandbox.web,
        GITHUB_API_URL: sandbox.url,
        GITHUB_TOKEN: sandbox.tokens.reader,
      })

    const [without, required] = await Promise.all([online(), online('--require-attestation')])

    expect([without.code, required.code]).toEqual([0, 3])
    expect(without.stdout).toMatch(/^attested  no$/m)
    expect(required.stdout).toMatch(/^SELF-CONSISTENT only/)
  })

  test('without the roots of who signed is told that it was not checked', async () => {
    await exportIt()
    const dir = await download()

    const { code, stdout } = await verifyOffline(dir, '--require-attestation')

    expect(code).toBe(3)
    expect(stdout).toContain('no trusted root that is here knows who made its certificate')
  })

  test.each([
    [['--signer-workflow', 'export.yml'], /--signer-workflow takes owner\/name/],
    [['--trusted-root', '/nothing'], /--trusted-root takes a file as `gh attestation trusted-root` prints it/],
  ])('with %j is told what it takes', async (args, words) => {
    const { code, stderr } = await verifyOffline(dataDir, ...args)

    expect(code).toBe(2)
    expect(stderr).toMatch(words)
  })
})
