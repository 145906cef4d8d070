import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gitBlobIdOf, sha256Of } from '../../../src/application/bundle/hashes.ts'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { runVerify } from '../../../src/entrypoints/commands/verify.ts'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { shareBundles } from '../../support/action/build-bundles.ts'
import { findCommands, runAction as runActionIn } from '../../support/action/run-program.ts'
import type { ApprovedPlan } from '../../support/repository/fake-repository.ts'
import { appSecret } from '../../support/repository/prove-record.ts'
import { type PushedPlan, pushApprovedPlan } from '../../support/repository/push-approved-plan.ts'

let action: string
let dataDir: string
let sandbox: Sandbox
let count = 0
const routes: string[] = []
let repository: string
let gitUrl: string
let gitDir: string
let pushed: PushedPlan

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir, onRequest: ({ route }) => void routes.push(route) })
  ;({ action } = await shareBundles())
})

afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
  expect(sandbox.drifts).toEqual([])
})

beforeEach(async () => {
  count += 1
  const made = await sandbox.createRepository({ name: `widgets-${count}` })
  repository = made.repository
  gitUrl = made.git
  gitDir = made.dir
  await push()
})

/** As the App wrote it for this repository. */
async function push(spoil: (approved: ApprovedPlan) => void = () => {}): Promise<void> {
  const client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.reader })
  const [owner = '', repo = ''] = repository.split('/')
  const { id } = (await client.rest.repos.get({ owner, repo })).data
  pushed = await pushApprovedPlan(gitDir, repository, spoil, id)
}

/** The file of the default branch. */
async function configure(text: string): Promise<void> {
  const { rest } = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.maintainer })
  const [owner = '', repo = ''] = repository.split('/')
  const place = { owner, repo, path: '.github/countersign.yml' }
  const known = await rest.repos.getContent(place).catch(() => null)
  const sha = known === null || !('sha' in known.data) ? {} : { sha: known.data.sha }
  await rest.repos.createOrUpdateFileContents({
    ...place,
    ...sha,
    message: 'configure',
    content: Buffer.from(text).toString('base64'),
  })
}

/** The Action as it is built, in a runner's environment. */
function runAction(inputs: Record<string, string>) {
  return runActionIn({ dataDir, sandbox, repository }, action, inputs)
}

async function downloadRelease(tag: string): Promise<string> {
  const dir = await mkdtemp(join(dataDir, 'release-'))
  const client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.reader })
  const [owner = '', repo = ''] = repository.split('/')
  const { data } = await client.rest.repos.getReleaseByTag({ owner, repo, tag })
  for (const asset of data.assets) {
    const answer = await fetch(asset.url, { headers: { accept: 'application/octet-stream' } })
    await writeFile(join(dir, asset.name), Buffer.from(await answer.arrayBuffer()))
  }
  return dir
}

/** What `sha256sum` says of everything but itself. */
async function sumFiles(dir: string): Promise<string> {
  const names = (await readdir(dir)).filter((name) => name !== 'SHA256SUMS').toSorted()
  const lines = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(dir, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}

/** Who verifies knows the App's key. */
async function verify(target: string, anchor: { repo?: string; manifestSha256?: string }) {
  const known = anchor.repo === undefined ? {} : { publicKey: createStateMac(appSecret).publicKeys.join() }
  const texts: string[] = []
  const io = {
    stdout: (text: string) => texts.push(text),
    stderr: (text: string) => texts.push(text),
    env: { ...process.env, GITHUB_SERVER_URL: sandbox.web, GITHUB_API_URL: sandbox.url },
  }
  const code = await runVerify({ target, json: true, ...known, ...anchor }, io)
  return { code, text: texts.join('') }
}

describe('run on a plan that is done', () => {
  test('it makes a release that proves itself against the repository', async () => {
    const run = await runAction({ plan: '#7' })

    expect(run.exitCode).toBe(0)
    expect(run.outputs).toEqual({
      tag: 'countersign-ISS-007-1',
      'manifest-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
      'release-url': `${sandbox.web}/${repository}/releases/tag/countersign-ISS-007-1`,
      count: '4',
      releases: expect.stringContaining('"plan":"SOL-ISS-007-1"'),
    })
    const dir = await downloadRelease('countersign-ISS-007-1')
    expect(await readFile(join(dir, 'SHA256SUMS'), 'utf8')).toBe(await sumFiles(dir))
    expect(await verify(dir, {})).toMatchObject({ code: 3 })
    expect(await verify(dir, { manifestSha256: run.outputs['manifest-sha256'] ?? '' })).toMatchObject({ code: 0 })
    expect(await verify(dir, { repo: gitUrl })).toMatchObject({ code: 0 })
  })

  test('the archive unpacks to the approved bytes, checked without any code of ours', async () => {
    await runAction({ plan: 'SOL-ISS-007-1' })
    const dir = await downloadRelease('countersign-ISS-007-1')

    await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: dir })

    const manifest = JSON.parse(await readFile(join(dir, 'bundle/manifest.json'), 'utf8'))
    const [first] = manifest.items
    for (const file of first.files) {
      const { stdout } = await execa('git', ['rev-parse', `countersign/workflow:${file.source_path}`], { cwd: gitDir })
      const own = await execa('git', ['hash-object', join(dir, 'bundle', file.dest_path)])
      expect(own.stdout).toBe(stdout)
    }
    expect(await verify(join(dir, 'bundle'), { repo: gitUrl })).toMatchObject({ code: 0 })
    expect(await verify(join(dir, 'bundle/manifest.json'), { repo: gitUrl })).toMatchObject({ code: 0 })
  })

  test('the tag is on the integration commit, and the workflow branch was left alone', async () => {
    await runAction({ plan: 'ISS-007' })

    const { stdout: tagged } = await execa('git', ['rev-parse', 'refs/tags/countersign-ISS-007-1'], { cwd: gitDir })
    const { stdout: head } = await execa('git', ['rev-parse', 'refs/heads/countersign/workflow'], { cwd: gitDir })
    expect(tagged).toBe(pushed.integrationCommit)
    expect(head).toBe(pushed.head)
  })

  test('run again it finds the release; with candidates it makes another', async () => {
    const first = await runAction({ plan: 'ISS-007' })
    const again = await runAction({ plan: 'ISS-007' })
    const more = await runAction({ plan: 'ISS-007', 'include-candidates': 'true' })

    expect(again.outputs['tag']).toBe(first.outputs['tag'])
    expect(JSON.parse(again.outputs['releases'] ?? '')).toMatchObject([{ kind: 'found' }])
    expect(more.outputs).toMatchObject({ tag: 'countersign-ISS-007-1-2', count: '5' })
    expect(await verify(await downloadRelease('countersign-ISS-007-1-2'), { repo: gitUrl })).toMatchObject({ code: 0 })
  })

  test('what only supports is left out where input or configuration says so, and the input has the last word', async () => {
    await push(({ plan }) => {
      const spec = plan.goals.find((goal) => goal.final_deliverable_spec)?.final_deliverable_spec
      if (spec) Object.assign(spec, { mode: 'ASSEMBLE', assemble_task_id: 'T2' })
    })
    await configure('export:\n  include_supporting: false\n')

    const configured = await runAction({ plan: 'ISS-007' })
    const asked = await runAction({ plan: 'ISS-007', 'include-supporting': 'true' })
    await configure('export:\n  include_supporting: perhaps\n')
    const faulty = await runAction({ plan: 'ISS-007' })

    expect([configured.outputs['count'], asked.outputs['count']]).toEqual(['2', '4'])
    expect(await verify(await downloadRelease('countersign-ISS-007-1'), { repo: gitUrl })).toMatchObject({ code: 0 })
    expect(configured.summary).toContain('**Left out**')
    expect(faulty.exitCode).toBe(1)
    expect(faulty.stdout).toContain('.github/countersign.yml: ')
  })

  test('all that was finished since a time is exported, under the names that are asked for', async () => {
    const names = { 'tag-template': 'approved-{number}.{plan}', 'name-template': '{contents} of {issue}' }

    const some = await runAction({ 'finished-since': '2026-11-21', ...names })
    const none = await runAction({ 'finished-since': '2026-11-22', ...names })

    expect(some.outputs).toMatchObject({ tag: 'approved-7.1', count: '4' })
    expect(none).toMatchObject({ exitCode: 0, outputs: { releases: '[]' } })
    const client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.reader })
    const [owner = '', repo = ''] = repository.split('/')
    const { data } = await client.rest.repos.listReleases({ owner, repo })
    expect(data.map(({ tag_name: tag, name }) => [tag, name])).toEqual([
      ['approved-7.1', '4 approved files of ISS-007'],
    ])
  })

  test('many files come by git at once, and are no calls of their own', async () => {
    await push(({ execution, blobs }) => {
      const { files = [] } = execution.artifacts[0] ?? {}
      const [first] = files
      if (first === undefined) throw new Error('the plan has no file')
      for (let index = 0; index < 40; index += 1) {
        const bytes = Buffer.from(`export const number = ${index}\n`)
        const [sha256, blob] = [sha256Of(bytes), gitBlobIdOf(bytes)]
        blobs.set(blob, bytes)
        files.push({ ...first, path: `src/more-${index}.ts`, sha256, blob, size: bytes.length })
      }
    })
    routes.length = 0

    const run = await runAction({ plan: 'ISS-007' })

    expect(run.outputs['count']).toBe('44')
    // Record, plan, execution and configuration.
    expect(routes.filter((route) => route.includes('/git/blobs/')).length).toBeLessThanOrEqual(4)
    expect(routes.filter((route) => route.startsWith('git ')).length).toBeGreaterThan(0)
    expect(await verify(await downloadRelease('countersign-ISS-007-1'), { repo: gitUrl })).toMatchObject({ code: 0 })
  })

  test('one release comes out whatever answer is lost', async () => {
    const routes = [
      'POST /repos/{owner}/{repo}/releases',
      'POST /repos/{owner}/{repo}/releases/{release_id}/assets',
      'PATCH /repos/{owner}/{repo}/releases/{release_id}',
    ]
    for (const route of routes) sandbox.injectFault({ route, when: 'after', status: 502 })

    const run = await runAction({ plan: 'ISS-007' })

    expect(run.outputs['tag']).toBe('countersign-ISS-007-1')
    const client = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens.maintainer })
    const [owner = '', repo = ''] = repository.split('/')
    const { data } = await client.rest.repos.listReleases({ owner, repo })
    expect(data.map((release) => [release.draft, release.assets.length])).toEqual([[false, 4]])
  })
})

describe('run on something else', () => {
  test.each([
    ['ISS-008', 'ISS-008 is not registered'],
    ['SOL-ISS-007-5', 'there is no plan SOL-ISS-007-5'],
    ['rm -rf', 'Input "plan" is "rm -rf"; it takes a plan'],
  ])('%s fails with its reason and makes nothing', async (plan, why) => {
    const run = await runAction({ plan })

    expect(run).toMatchObject({ exitCode: 1, outputs: {} })
    expect(run.stdout).toContain(why)
  })

  test('an unfinished plan fails and names what is missing, unless it may be partial', async () => {
    await push(({ execution }) => {
      Object.assign(execution.nodes['T1'] ?? {}, { state: 'TO_BE_MODIFY' })
    })

    const refused = await runAction({ plan: 'ISS-007' })
    const partial = await runAction({ plan: 'ISS-007', partial: 'true' })

    expect(refused.exitCode).toBe(1)
    expect(refused.stdout).toContain('T1 (TO_BE_MODIFY)')
    expect(partial).toMatchObject({ exitCode: 0, outputs: { count: '2' } })
  })

  test('bytes that are not the approved ones fail, and make nothing', async () => {
    await push(({ blobs, execution }) => {
      blobs.set(execution.artifacts[0]?.files[0]?.blob ?? '', Buffer.from('something else\n'))
    })

    const run = await runAction({ plan: 'ISS-007' })

    expect(run).toMatchObject({ exitCode: 1, outputs: {} })
    expect(run.stdout).toContain('the files are not those that were approved')
  })
})

describe('text from the repository', () => {
  const hostile =
    'x\n::set-output name=tag::evil\n<<EOF ##[error]no <script>alert(1)</script> @octo-maintainer closes #1'

  test('reaches neither the log’s commands nor the outputs, and is only text in the summary', async () => {
    await push(({ plan, execution }) => {
      for (const task of plan.tasks) task.title = hostile
      for (const review of execution.reviews) review.reviewer = hostile
    })

    const run = await runAction({ plan: 'ISS-007' })

    expect(run).toMatchObject({ exitCode: 0, outputs: { tag: 'countersign-ISS-007-1', count: '4' } })
    expect(findCommands(run)).toEqual(['::add-mask::', '::group::', '::endgroup::'])
    expect(run.summary).not.toMatch(/<script|@octo-maintainer|#1\b/)
  })

  test.each<[string, (approved: ApprovedPlan) => void, RegExp]>([
    ['a name of another plan', ({ execution }) => Object.assign(execution, { solution_id: hostile }), /it is about/],
    ['a field that no state file has', ({ record }) => Object.assign(record, { [hostile]: 1 }), /can't be read/],
  ])('in %s is the reason of a failure, and no command', async (_name, spoil, why) => {
    await push(spoil)

    const run = await runAction({ plan: 'ISS-007' })

    expect(run).toMatchObject({ exitCode: 1, outputs: {}, summary: '' })
    expect(run.log).toMatch(why)
    expect(findCommands(run).toSorted()).toEqual(['::add-mask::', '::endgroup::', '::error::', '::group::'])
    expect(run.log.replace(`::add-mask::${run.token}`, '')).not.toContain(run.token)
  })

  test('a token that GitHub refuses is not told', async () => {
    const token = 'ghs_aTokenThatNobodyEverGaveToAnybody0123'

    const run = await runAction({ plan: 'ISS-007', token })

    expect(run.exitCode).toBe(1)
    expect(findCommands(run)).toEqual(['::add-mask::', '::error::'])
    expect(run.log.replace(`::add-mask::${token}`, '')).not.toContain(token)
  })
})
