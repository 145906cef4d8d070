import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportPlan } from '../../../src/application/bundle/export/export-plan.ts'
import { makeReleaseFiles } from '../../../src/application/bundle/release-files.ts'
import { type Manifest, ManifestSchema } from '../../../src/domain/bundle/manifest.ts'
import { verifyScript } from '../../../src/domain/bundle/verify-script.ts'
import { buildOrigin } from '../../support/builders.ts'
import { FakeReleaseStore } from '../../support/repository/fake-release-store.ts'
import { bytesOf } from '../../support/repository/release-bytes.ts'
import { buildApprovedPlan, FakeRepository, workflowFiles } from '../../support/repository/fake-repository.ts'

let dir: string
let assets: string
let repository: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  ;[assets, repository] = [join(dir, 'download'), join(dir, 'repository')]
  await mkdir(assets)
  const releases = new FakeReleaseStore()
  const approved = buildApprovedPlan()
  const request = { issueId: 'ISS-007', planId: null, includeCandidates: true, partial: false }
  await exportPlan({ state: new FakeRepository(approved), releases, origin: buildOrigin(), bundle: null }, request)
  for (const asset of releases.releases[0]?.assets ?? [])
    await writeFile(join(assets, asset.name), releases.contents.get(asset.id) ?? '')
  await commitWorkflow(workflowFiles(approved))
})

afterEach(() => rm(dir, { recursive: true }))

async function commitWorkflow(files: ReturnType<typeof workflowFiles>): Promise<void> {
  await execa('git', ['init', '--quiet', '--initial-branch', 'countersign/workflow', repository])
  for (const [path, { bytes }] of files) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), bytes)
  }
  const git = (...args: string[]) => execa('git', ['-C', repository, ...args])
  await git('add', '--all')
  await git('-c', 'user.name=App', '-c', 'user.email=app@example.com', 'commit', '--quiet', '--message', 'state')
}

/** Only what the script says it needs is there. */
const runScript = (...args: string[]) => runScriptWith({}, ...args)

async function runScriptWith({ lacking, ...env }: Record<string, string>, ...args: string[]) {
  const bin = join(dir, 'bin')
  await mkdir(bin, { recursive: true })
  const needs = /^for tool in (.+); do/m.exec(verifyScript)?.[1]?.split(' ') ?? []
  for (const tool of needs) {
    if (tool === lacking) continue
    const { stdout } = await execa('sh', ['-c', `command -v ${tool}`])
    await symlink(stdout, join(bin, tool)).catch(() => {})
  }
  const { stdout: sh } = await execa('sh', ['-c', 'command -v sh'])
  const { exitCode, stdout, stderr } = await execa(sh, ['verify.sh', ...args], {
    cwd: assets,
    env: { PATH: bin, HOME: dir, ...env },
    extendEnv: false,
    reject: false,
  })
  return { exitCode, stdout, stderr, verdict: stdout.split('\n').at(-1) }
}

/** As somebody does who changes archive and checksums with it. */
async function packAnew(change: (files: Map<string, Uint8Array>) => void, given?: Manifest): Promise<void> {
  const manifest = given ?? ManifestSchema.parse(JSON.parse(await readFile(join(assets, 'manifest.json'), 'utf8')))
  await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: assets })
  const files = new Map<string, Uint8Array>()
  for (const { dest_path: path } of [...manifest.items, ...manifest.candidates].flatMap((part) => part.files))
    files.set(path, await readFile(join(assets, 'bundle', path)))
  await rm(join(assets, 'bundle'), { recursive: true })
  change(files)
  for (const [name, bytes] of await bytesOf(await makeReleaseFiles(manifest, files)))
    await writeFile(join(assets, name), bytes)
}

test('the script on a release calls its files approved, with nothing at hand but what it says it needs', async () => {
  // Of another release, beside it.
  await writeFile(join(assets, 'countersign-ISS-008-1.tar.gz'), '')

  const { exitCode, stdout, stderr, verdict } = await runScript(repository)

  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  expect(stdout.match(/^approved: .+$/gm)).toHaveLength(4)
  expect(stdout.match(/^same bytes, not approved: _candidates\/.+$/gm)).toHaveLength(1)
  expect(verdict).toBe(
    `APPROVED: the repository records these bytes as approved (files: 4). No signature is checked here, manifest.json.sig neither: node countersign-verify.mjs . --repo ${repository} --public-key KEY does that.`,
  )
})

test('an ordinary clone, which has the branch only as it fetched it, does as well as the repository, also from within a working copy', async () => {
  await execa('git', ['init', '--quiet', dir])
  await execa('git', ['-C', repository, 'checkout', '--quiet', '--orphan', 'main'])
  await execa('git', [
    '-C',
    repository,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '--message',
    'main',
  ])
  const clone = join(dir, 'clone')
  await execa('git', ['clone', '--quiet', repository, clone])

  const { exitCode, stderr, verdict } = await runScript(relative(assets, clone))

  expect([exitCode, stderr]).toEqual([0, ''])
  expect(verdict).toMatch(/^APPROVED: /)
})

test('a name alone is meant on github.com', async () => {
  const config = ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'] as const
  const values = ['1', `url.${repository}.insteadOf`, 'https://github.com/octo/widgets']
  const env = Object.fromEntries(config.map((name, at) => [name, values[at] ?? '']))

  const { exitCode, stderr } = await runScriptWith(env, 'octo/widgets')

  expect([exitCode, stderr]).toEqual([0, ''])
})

test('what it lacks is its verdict, and says nothing of the release', async () => {
  const empty = join(dir, 'empty')
  await execa('git', ['init', '--quiet', empty])

  expect(await runScript(empty)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('countersign/workflow'),
    verdict: `not checked: git can't fetch countersign/workflow from ${empty}`,
  })
  expect(await runScript()).toMatchObject({
    exitCode: 2,
    verdict:
      'not checked: the address of the repository is not said, as in: sh verify.sh https://github.com/octo/widgets',
  })
  await rm(join(assets, 'countersign-ISS-007-1.tar.gz'))
  expect(await runScript(repository)).toMatchObject({
    exitCode: 2,
    verdict: 'not checked: countersign-ISS-007-1.tar.gz is not in this folder',
  })
  await rm(join(dir, 'bin'), { recursive: true })
  expect(await runScriptWith({ lacking: 'git' }, repository)).toMatchObject({
    exitCode: 2,
    verdict: 'not checked: git is not installed',
  })
})

test('it catches a file that was changed in the download', async () => {
  await writeFile(join(assets, 'manifest.json'), '{}\n')

  const { exitCode, stdout, verdict } = await runScript(repository)

  expect(stdout).toContain('manifest.json: FAILED')
  expect([exitCode, verdict]).toEqual([1, 'BROKEN: the files here are not those of SHA256SUMS'])
})

test('it catches a file that was changed together with the checksums', async () => {
  await packAnew((files) => {
    for (const path of files.keys()) if (path.endsWith('guide.md')) files.set(path, Buffer.from('# Other\n'))
  })

  const { exitCode, verdict } = await runScript(repository)

  expect(exitCode).toBe(1)
  expect(verdict).toMatch(/^BROKEN: .*guide\.md is not what the repository records$/)
})

test('it catches a rejected version that was put in the place of the approved one', async () => {
  const manifest = join(assets, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  const { items, candidates } = ManifestSchema.parse(JSON.parse(text))
  const [approved, rejected] = [
    items[1]?.files.find((one) => one.dest_path.endsWith('guide.md')),
    candidates[0]?.files[0],
  ]
  const forged = text.replace(approved?.source_path ?? '?', rejected?.source_path ?? '?')
  await writeFile(manifest, forged)
  const parsed = ManifestSchema.parse(JSON.parse(forged))
  const files = new Map<string, Uint8Array>()
  for (const file of [...parsed.items, ...parsed.candidates].flatMap((part) => part.files))
    files.set(file.dest_path, await readFile(join(repository, file.source_path)))
  for (const [name, bytes] of await bytesOf(await makeReleaseFiles(parsed, files)))
    await writeFile(join(assets, name), bytes)

  const { exitCode, verdict } = await runScript(repository)

  expect(exitCode).toBe(1)
  expect(verdict).toMatch(/^BROKEN: .*guide\.md is recorded, but not as approved$/)
})

test('it catches a file that was changed after the archive was unpacked beside it, and lets the others be', async () => {
  await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: assets })
  expect(await runScript(repository)).toMatchObject({ exitCode: 0 })
  const { stdout: guide } = await execa('find', ['bundle', '-name', 'guide.md', '-not', '-path', '*_candidates*'], {
    cwd: assets,
  })
  await writeFile(join(assets, guide), '# Other\n')

  const { exitCode, stdout, verdict } = await runScript(repository)

  expect(exitCode).toBe(1)
  expect(stdout).toContain('guide.md')
  expect(verdict).toBe('BROKEN: bundle/ beside it is not what the archive holds')
  expect(stdout).not.toContain('approved:')
})

test('it catches an archive that holds something else too', async () => {
  await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: assets })
  await writeFile(join(assets, 'bundle/more.sh'), 'echo')
  await packBundle()

  const { exitCode, verdict } = await runScript(repository)

  expect([exitCode, verdict]).toEqual([1, 'BROKEN: the archive holds other files than manifest.json names'])
})

/** Checksums as they are now, of an archive made anew of `bundle/`. */
async function packBundle(): Promise<void> {
  await execa('tar', ['czf', 'countersign-ISS-007-1.tar.gz', 'bundle'], { cwd: assets })
  await execa('sh', ['-c', 'sha256sum countersign-*.tar.gz manifest.json verify.sh >SHA256SUMS'], { cwd: assets })
}

test('it catches a manifest that is not the one in the archive', async () => {
  const manifest = join(assets, 'manifest.json')
  await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: assets })
  await writeFile(manifest, `${await readFile(manifest, 'utf8')}\n`)
  await packBundle()

  const { exitCode, verdict } = await runScript(repository)

  expect([exitCode, verdict]).toEqual([1, 'BROKEN: manifest.json is not the one in the archive'])
})

test('it catches a link in the place of a file, whatever it leads to', async () => {
  await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: assets })
  const { stdout: guide } = await execa('find', [
    join(assets, 'bundle'),
    '-name',
    'guide.md',
    '-not',
    '-path',
    '*_candidates*',
  ])
  await execa('cp', [guide, join(dir, 'elsewhere.md')])
  await rm(guide)
  await symlink(join(dir, 'elsewhere.md'), guide)
  await packBundle()

  const { exitCode, verdict } = await runScript(repository)

  expect(exitCode).toBe(1)
  expect(verdict).toMatch(/^BROKEN: .*guide\.md is not what the repository records$/)
})

test('no filter of whoever runs it changes what it compares', async () => {
  await writeFile(join(dir, 'attributes'), '* filter=other\n')
  const config = `[core]\nattributesFile = ${join(dir, 'attributes')}\n[filter "other"]\nclean = sed s/e/E/\n`
  await writeFile(join(dir, '.gitconfig'), config)

  const { exitCode } = await runScript(repository)

  expect(exitCode).toBe(0)
})

test('a file may be called anything, also with quotes', async () => {
  const manifest = join(assets, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  const parsed = ManifestSchema.parse(JSON.parse(text))
  const guide = parsed.items.flatMap(({ files }) => files).find(({ dest_path: path }) => path.endsWith('guide.md'))
  if (guide === undefined) throw new Error('there is a guide')
  const bytes = await readFile(join(repository, guide.source_path))
  const [before, after] = [guide.dest_path, guide.dest_path.replace('guide', 'a "good" guide')]
  await packAnew((files) => {
    files.delete(before)
    files.set(after, bytes)
    guide.dest_path = after
  }, parsed)

  const { exitCode, stdout } = await runScript(repository)

  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^approved: .*a "good" guide\.md$/m)
})

test('the documentation shows the script as it is', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/export.md'), 'utf8')

  expect(text).toContain(`\`\`\`sh\n${verifyScript}\`\`\``)
})
