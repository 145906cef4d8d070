import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportPlan } from '../../../src/application/bundle/export/export-plan.ts'
import { runVerify, type VerifyArguments } from '../../../src/entrypoints/commands/verify.ts'
import { buildOrigin } from '../../support/builders.ts'
import { FakeReleaseStore } from '../../support/repository/fake-release-store.ts'
import { buildApprovedPlan, FakeRepository } from '../../support/repository/fake-repository.ts'

let dir: string
let manifestSha256: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  const releases = new FakeReleaseStore()
  const state = new FakeRepository(buildApprovedPlan())
  const request = { issueId: 'ISS-007', planId: null, includeCandidates: false, partial: false }
  const answer = await exportPlan({ state, releases, origin: buildOrigin(), bundle: null }, request)
  if (answer.kind === 'refused') throw new Error(answer.why)
  manifestSha256 = answer.manifestSha256
  for (const asset of releases.releases[0]?.assets ?? []) {
    await writeFile(join(dir, asset.name), releases.contents.get(asset.id) ?? '')
  }
})

afterEach(() => rm(dir, { recursive: true }))

async function verify(args: Partial<VerifyArguments> = {}, env: Record<string, string> = {}) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = {
    stdout: (text: string) => stdout.push(text),
    stderr: (text: string) => stderr.push(text),
    env: { ...process.env, ...env },
  }
  const code = await runVerify({ target: dir, ...args }, io)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

describe('exit codes', () => {
  test('3 for a release without an anchor', async () => {
    const { code, stdout } = await verify()

    expect(code).toBe(3)
    expect(stdout).toContain('SELF-CONSISTENT only')
    expect(stdout).toContain('T2 写文档, version 2, 2 files (deliverable): said to be approved by @ada with score 0.90')
  })

  test('0 with the manifest’s checksum, in whatever case', async () => {
    const { code, stdout } = await verify({ manifestSha256: manifestSha256.toUpperCase() })

    expect(code).toBe(0)
    expect(stdout).toContain('APPROVED')
  })

  test('3 with a clone that lacks the record, also by a relative path: it is read from where the command is run', async () => {
    await execa('git', ['init', '--bare', '--quiet', join(dir, 'other.git')])

    const { code, stdout, stderr } = await verify({ repo: relative(process.cwd(), join(dir, 'other.git')) })

    expect(stderr).toBe('')
    expect(code).toBe(3)
    expect(stdout).toContain('this clone has no branch countersign/workflow; bring it up to date and ask again: git -C')
    expect(stdout).toMatch(
      /Beside it, no part of the release and not looked at:\n  other\.git\/ \(a git repository, \d+ files\)/,
    )
  })

  test('2 for a folder that holds no manifest, with what is to be done', async () => {
    await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: dir })
    await rm(join(dir, 'manifest.json'))

    const { code, stderr } = await verify()

    expect(code).toBe(2)
    expect(stderr).toContain(`is ${join(dir, 'bundle')} meant?`)
  })

  test('2 for one of its files, with the folder that is meant', async () => {
    const { code, stderr } = await verify({ target: join(dir, 'SHA256SUMS') })

    expect(code).toBe(2)
    expect(stderr).toContain(`is ${dir} meant?`)
  })

  test('0 for the archive alone, under any name, with the checksum of the manifest inside', async () => {
    const archive = join(dir, 'elsewhere', 'downloaded (1).tar.gz')
    await mkdir(dirname(archive))
    await rename(join(dir, 'countersign-ISS-007-1.tar.gz'), archive)

    const { code, stdout } = await verify({ target: archive, manifestSha256 })

    expect(code).toBe(0)
    expect(stdout).toContain('looked at 4 files (release)')
  })

  test.each([
    ['no archive', () => Buffer.from('not zipped at all')],
    ['an archive that breaks off', (archive: Buffer) => archive.subarray(0, 100)],
    ['one of something else', () => gzipSync(Buffer.alloc(1024))],
  ])('2 for %s', async (_what, spoil) => {
    const archive = join(dir, 'countersign-ISS-007-1.tar.gz')
    await writeFile(archive, spoil(await readFile(archive)))

    const { code, stderr } = await verify({ target: archive })

    expect(code).toBe(2)
    expect(stderr).toContain('is no archive of an export')
  })

  test('1 for an archive in which one byte is another', async () => {
    const archive = join(dir, 'countersign-ISS-007-1.tar.gz')
    const tar = gunzipSync(await readFile(archive))
    tar[tar.indexOf('export const')] = 0x45
    await writeFile(archive, gzipSync(tar))

    expect(await verify({ target: archive })).toMatchObject({ code: 1 })
  })

  test('3 for a release without a signature by the key alone, with what proves it instead', async () => {
    const { code, stdout } = await verify({ publicKey: `ed25519:${'A'.repeat(43)}` })

    expect(code).toBe(3)
    expect(stdout).toContain('To know more, give --repo, the repository’s address: a release by the Action')
  })

  test('1 for a changed file, which is named', async () => {
    await writeFile(join(dir, 'SHA256SUMS'), 'x')

    const { code, stdout } = await verify()

    expect(code).toBe(1)
    expect(stdout).toMatch(/BROKEN[\s\S]*✗ SHA256SUMS: /)
  })

  test.each<[string, Partial<VerifyArguments>]>([
    ['there is no', { target: '/nowhere/at/all' }],
    ['takes a folder, manifest.json, an archive', { target: import.meta.filename }],
    ['64 hexadecimal digits', { manifestSha256: 'abc' }],
    ['not both', { manifestSha256: '0'.repeat(64), repo: 'octo/widgets' }],
    ['takes an address', { repo: '--upload-pack=touch /tmp/x' }],
    ['there is no /nowhere/at/all.git; --repo takes a path', { repo: '/nowhere/at/all.git' }],
    ['git can’t clone', { repo: 'ext::sh -c "exit 0"' }],
  ])('2 and "%s" for wrong usage', async (message, args) => {
    const { code, stdout, stderr } = await verify(args)

    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr.replaceAll("'", '’')).toContain(message)
  })
})

test('--json prints the report', async () => {
  const { stdout } = await verify({ json: true })

  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'self-consistent', layout: 'release', plan_id: 'SOL-ISS-007-1' })
})

describe('a bundle on disk', () => {
  async function unpack(): Promise<string> {
    await execa('tar', ['xzf', 'countersign-ISS-007-1.tar.gz'], { cwd: dir })
    return join(dir, 'bundle')
  }

  async function findFile(bundle: string, name: string): Promise<string> {
    const manifest = JSON.parse(await readFile(join(bundle, 'manifest.json'), 'utf8'))
    const files: { dest_path: string }[] = manifest.items.flatMap((item: { files: unknown }) => item.files)
    return join(bundle, files.find((file) => file.dest_path.endsWith(name))?.dest_path ?? '')
  }

  test('as unpacked is approved with the checksum, without a remark', async () => {
    const target = await unpack()

    const { code, stdout } = await verify({ target, manifestSha256, json: true })

    expect(code).toBe(0)
    expect(JSON.parse(stdout).findings).toEqual([])
  })

  test('may be unpacked beside the download', async () => {
    await unpack()

    expect(await verify({ manifestSha256 })).toMatchObject({ code: 0 })
  })

  test('is broken by a link, even to the same bytes', async () => {
    const target = await unpack()
    const file = await findFile(target, 'guide.md')
    await writeFile(join(dir, 'same'), await readFile(file))
    await rm(file)
    await symlink(join(dir, 'same'), file)

    expect(await verify({ target, manifestSha256 })).toMatchObject({ code: 1 })
  })

  test('is broken by a file too much, however hidden', async () => {
    const target = await unpack()
    const extra = join(target, '.hidden/x')
    await mkdir(dirname(extra))
    await writeFile(extra, '')

    const { code, stdout } = await verify({ target, manifestSha256 })

    expect(code).toBe(1)
    expect(stdout).toContain('.hidden/x: the manifest does not name it')
  })

  test('that lost its modes on the way is fine, with a remark', async () => {
    const target = await unpack()
    await chmod(await findFile(target, 'run.sh'), 0o644)

    const { code, stdout } = await verify({ target, manifestSha256 })

    expect(code).toBe(0)
    expect(stdout).toContain('the manifest says 100755')
  })

  test('is broken by a setuid bit', async () => {
    const target = await unpack()
    await chmod(await findFile(target, 'run.sh'), 0o4755)

    const { code, stdout } = await verify({ target, manifestSha256 })

    expect(code).toBe(1)
    expect(stdout).toContain('setuid')
  })

  test('is broken by an empty folder too much', async () => {
    const target = await unpack()
    await mkdir(join(target, 'more/here'), { recursive: true })

    const { code, stdout } = await verify({ target, manifestSha256 })

    expect(code).toBe(1)
    expect(stdout).toContain('more/here/: the manifest does not name it')
  })

  test('is looked at from its manifest, too', async () => {
    const target = await unpack()
    await writeFile(join(target, 'notes.txt'), 'mine')

    expect(await verify({ target: join(target, 'manifest.json'), manifestSha256 })).toMatchObject({ code: 0 })
  })
})

test('names from a manifest can’t steer the terminal', async () => {
  const path = join(dir, 'manifest.json')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('Write the parser', 'Write\\u001b[2J\\nAPPROVED'))

  const { stdout } = await verify()

  expect(stdout).not.toContain('\u001b')
  expect(stdout).not.toMatch(/^APPROVED/m)
})
