import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from 'github-sandbox'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { shareBundles } from '../../support/action/build-bundles.ts'
import { type ActionRun, findCommands, runAction, runVerifier } from '../../support/action/run-program.ts'
import { appSecret } from '../../support/repository/prove-record.ts'
import { pushApprovedPlan } from '../../support/repository/push-approved-plan.ts'

const root = new URL('../../../', import.meta.url).pathname
const publicKey = createStateMac(appSecret).publicKeys.join()
const tag = 'countersign-ISS-007-1'

let dataDir: string
let sandbox: Sandbox
let repository: string
let gitUrl: string
let built: { action: string; verifier: string }
let exported: ActionRun
let page: string
let release: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir })
  built = await shareBundles()
  const made = await sandbox.createRepository({ name: 'widgets' })
  ;({ repository, git: gitUrl } = made)
  const client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.reader })
  const [owner = '', repo = ''] = repository.split('/')
  const { id } = (await client.rest.repos.get({ owner, repo })).data
  await pushApprovedPlan(made.dir, repository, () => {}, id)
  exported = await runAction({ dataDir, sandbox, repository }, built.action, { plan: '7' })
  page = exported.outputs['release-url'] ?? ''
  release = join(dataDir, 'downloaded')
  const { data } = await client.rest.repos.getReleaseByTag({ owner, repo, tag })
  await execa('mkdir', [release])
  for (const asset of data.assets) {
    const answer = await fetch(asset.url, { headers: { accept: 'application/octet-stream' } })
    await writeFile(join(release, asset.name), Buffer.from(await answer.arrayBuffer()))
  }
})

afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
  expect(sandbox.drifts).toEqual([])
})

/** As somebody who has Node and this file, and nothing of a network but the sandbox. */
function verify(...args: string[]) {
  return runVerifier(built.verifier, args, {
    HOME: dataDir,
    GITHUB_SERVER_URL: sandbox.web,
    GITHUB_API_URL: sandbox.url,
    GITHUB_TOKEN: sandbox.tokens.reader,
  })
}

describe('the verifier of one file', () => {
  test('calls a release approved by the address of its page and the App’s key', async () => {
    const { code, stdout } = await verify(page, '--public-key', publicKey)

    expect([code, stdout.split('\n')[0]]).toEqual([0, 'APPROVED: these are the versions that were approved.'])
    expect(stdout).toContain('looked at 4 files (release)')
  })

  test('calls it self-consistent where nothing says who wrote the record, and names the key as what is missing', async () => {
    const { code, stdout } = await verify(page)

    expect([code, stdout.split(':')[0]]).toEqual([3, 'SELF-CONSISTENT only'])
    expect(stdout).toContain('--public-key')
  })

  test('takes a folder, the archive and a clone, without any network', async () => {
    const clone = join(dataDir, 'clone')
    await execa('git', ['clone', '--quiet', gitUrl, clone])
    const { data } = await new Octokit({ baseUrl: sandbox.url }).rest.repos.get({
      owner: repository.split('/')[0] ?? '',
      repo: repository.split('/')[1] ?? '',
    })
    const offline = (target: string, ...args: string[]) =>
      runVerifier(built.verifier, [target, ...args], { HOME: dataDir, GITHUB_API_URL: 'http://127.0.0.1:9' })
    const anchor = ['--repo', clone, '--public-key', publicKey, '--repository-id', String(data.id)]

    const answers = await Promise.all([
      offline(release, ...anchor),
      offline(join(release, `${tag}.tar.gz`), ...anchor),
      offline(join(release, `${tag}.tar.gz`), '--manifest-sha256', exported.outputs['manifest-sha256'] ?? ''),
    ])

    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
  })

  test('finds a changed byte, and says so as JSON for scripts', async () => {
    const spoiled = join(dataDir, 'spoiled')
    await cp(release, spoiled, { recursive: true })
    const path = join(spoiled, `${tag}.tar.gz`)
    const archive = await readFile(path)
    archive[archive.length >> 1] = (archive[archive.length >> 1] ?? 0) ^ 1
    await writeFile(path, archive)

    const { code, stdout } = await verify(spoiled, '--json')

    expect([code, JSON.parse(stdout).verdict]).toEqual([1, 'broken'])
  })

  test.each([
    [['--help'], 0, /^Usage: countersign-verify TARGET/],
    [[], 2, /^Usage: /],
    [['a', 'b'], 2, /one thing at a time/],
    [['--nothing'], 2, /Unknown option '--nothing'/],
    [['https://example.com/nothing'], 2, /is not the address of a release/],
  ])('%j ends with %i', async (args, code, words) => {
    const answer = await verify(...args)

    expect(answer.code).toBe(code)
    expect(answer.stdout + answer.stderr).toMatch(words)
  })

  test('a release that isn’t there is named', async () => {
    const { code, stderr } = await verify(page.replace(tag, 'v9'))

    expect(code).toBe(2)
    expect(stderr).toContain(`there is no release v9 in ${repository}`)
  })

  test('gh-countersign-verify passes everything on', async () => {
    const own = join(dataDir, 'gh')
    await cp(join(root, 'packages/countersign-verify'), own, { recursive: true })
    await cp(built.verifier, join(own, 'countersign-verify.mjs'))

    const { stdout } = await execa(join(own, 'gh-countersign-verify'), [release, '--json'], { reject: false })

    expect(JSON.parse(stdout).verdict).toBe('self-consistent')
  })
})

describe('the Action', () => {
  const run = (inputs: Record<string, string>) => runAction({ dataDir, sandbox, repository }, built.action, inputs)

  test('verifies the page of a release', async () => {
    const manifestSha256 = exported.outputs['manifest-sha256'] ?? ''

    const answer = await run({ mode: 'verify', target: page, 'manifest-sha256': manifestSha256 })

    expect(answer).toMatchObject({ exitCode: 0, outputs: { verdict: 'approved' } })
    expect(JSON.parse(answer.outputs['report'] ?? '').files_checked).toBe(4)
    expect(answer.summary).toContain('### Verified: approved')
  })

  test('ends with an error where GitHub doesn’t vouch for the commits of the record', async () => {
    const answer = await run({ mode: 'verify', target: page, 'public-key': publicKey })

    expect(answer).toMatchObject({ exitCode: 1, outputs: { verdict: 'broken' } })
    expect(answer.stdout).toContain('Verified')
    expect(findCommands(answer)).toEqual(['::add-mask::', '::error::'])
  })

  test('examines the repository as doctor', async () => {
    const answer = await run({ mode: 'doctor', issue: '#7', 'public-key': publicKey })

    expect(answer.outputs['findings']).toMatch(/^\d+$/)
    expect(answer.summary).toContain('### Doctor: ')
    expect(answer.exitCode).toBe(answer.outputs['findings'] === '0' ? 0 : 1)
  })
})
