import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256Of } from '../../../src/application/bundle/hashes.ts'
import { runDoctor } from '../../../src/entrypoints/commands/doctor.ts'
import { downloadRelease, publicKeyOf, verifyRelease } from '../support/git/download-release.ts'
import { gitEnvironment, readGit } from '../support/git/git.ts'
import type { Playground } from '../support/playground.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld({ expectedAnswers: [secondToWorkflowBranch] })

let repo: Playground
let release: string

async function verify(anchor: { repo?: string; publicKey?: string; repositoryId?: string }, token = '') {
  const { sandbox } = world.running
  const { code, report } = await verifyRelease(release, anchor, sandbox, { GITHUB_TOKEN: token })
  const found = report.startsWith('{') ? (JSON.parse(report) as { findings: { code: string }[] }).findings : []
  return { code, codes: found.map((finding) => finding.code) }
}

/** By a clone over the network, by a working copy's path, and through the API. */
function places(): [repo: string, token?: string][] {
  return [[repo.cloneUrl], [repo.repository, world.running.sandbox.tokens.reader]]
}

beforeAll(async () => {
  repo = await world.repository()
  const issue = await repo.planIssue('Notes', writeIssue([{ id: 'T1', path: 'notes/t1.txt', content: 'one' }]))
  await repo.say(issue, 'maintainer', '/approve')
  await repo.say(issue, 'maintainer', '/export')
  const [exported] = (await repo.record(issue)).exports
  release = await downloadRelease(repo, exported?.tag ?? '', world.dir)
})

describe('the record as the App wrote it', () => {
  test('is approved with the App’s key, from a clone and through the API; without it or with another it is not', async () => {
    const publicKey = publicKeyOf(world.running.sandbox)
    const other = publicKeyOf({ app: { ...world.running.sandbox.app, webhookSecret: 'another secret of ours' } })

    for (const [from, token] of places()) {
      expect(await verify({ repo: from, publicKey }, token)).toEqual({ code: 0, codes: [] })
      expect(await verify({ repo: from }, token)).toEqual({ code: 3, codes: ['writer_unknown'] })
      expect(await verify({ repo: from, publicKey: other }, token)).toEqual({ code: 3, codes: ['other_key'] })
    }
  })

  test('the key comes from the server too, and alone it proves what was exported', async () => {
    const publicKey = new URL('/public-keys', world.running.app.webhookUrl).href

    expect(await verify({ repo: repo.cloneUrl, publicKey })).toMatchObject({ code: 0 })
    expect(await verify({ publicKey })).toEqual({ code: 0, codes: ['as_exported'] })
  })

  test('of which nobody says what repository it is, is not approved', async () => {
    const publicKey = publicKeyOf(world.running.sandbox)
    const { data } = await repo.as('reader').rest.repos.get({ ...repo.place })

    expect(await verify({ repo: repo.bareDir, publicKey })).toEqual({ code: 3, codes: ['repository_unknown'] })
    expect(await verify({ repo: repo.bareDir, publicKey, repositoryId: `${data.id}` })).toMatchObject({ code: 0 })
    expect(await verify({ repo: repo.bareDir, publicKey, repositoryId: '7' })).toMatchObject({ code: 1 })
  })

  test('is not that of another repository, which holds the same branch', async () => {
    const other = await world.running.sandbox.createRepository({ name: 'elsewhere' })
    const branch = 'countersign/workflow'
    await readGit(other.dir, ['fetch', '-q', repo.bareDir, `+refs/heads/${branch}:refs/heads/${branch}`])

    const seen = await verify({ repo: other.git, publicKey: publicKeyOf(world.running.sandbox) })

    expect(seen).toEqual({ code: 1, codes: expect.arrayContaining(['other_repository']) })
  })
})

describe('a record that a writer forged, files, verdict and all', () => {
  let ours: string
  let forged: string

  beforeAll(async () => {
    ours = await repo.workflowHead()
    forged = await forge()
  })

  // A repository is looked at whole after each test: it must be the App's again by then.
  async function whileForged(look: () => Promise<void>): Promise<void> {
    await readGit(repo.bareDir, ['update-ref', 'refs/heads/countersign/workflow', forged])
    try {
      await look()
    } finally {
      await readGit(repo.bareDir, ['update-ref', 'refs/heads/countersign/workflow', ours])
    }
  }

  test.each([['nobody’s key'], ['the App’s key']])('is broken with %s, from a clone and through the API', (whose) =>
    whileForged(async () => {
      const anchor = whose === 'the App’s key' ? { publicKey: publicKeyOf(world.running.sandbox) } : {}

      for (const [from, token] of places()) {
        const { code, codes } = await verify({ repo: from, ...anchor }, token)
        expect({ code, codes }).toEqual({ code: 1, codes: expect.arrayContaining(['record_forged']) })
      }
    }),
  )

  test('has a manifest that the App did not sign', async () => {
    const { code, codes } = await verify({ publicKey: publicKeyOf(world.running.sandbox) })

    expect({ code, codes }).toEqual({ code: 3, codes: ['files_not_looked_at', 'signature_unknown'] })
  })

  test('has the doctor say so, who has neither secret nor key', () =>
    whileForged(async () => {
      const texts: string[] = []
      const collect = (text: string) => void texts.push(text)
      const env = { ...process.env, ...gitEnvironment }

      const code = await runDoctor({ repo: repo.bareDir }, { stdout: collect, stderr: collect, env })

      expect(texts.join('')).toContain('[head_not_ours]')
      expect(code).toBe(1)
    }))
})

/** Other bytes in the place of a file's, wherever they are named: in the manifest, and in one commit by a writer. */
async function forge(): Promise<string> {
  const dir = join(world.dir, 'forged')
  const { logins, tokens } = world.running.sandbox
  const url = repo.cloneUrl.replace('http://', `http://${logins.writer}:${tokens.writer}@`)
  await execa('git', ['clone', '-q', '-b', 'countersign/workflow', url, dir], { env: gitEnvironment })
  const manifest = await readFile(join(release, 'manifest.json'), 'utf8')
  const [, before = ''] = /"sha256": "([0-9a-f]{64})"/.exec(manifest) ?? []
  const [, source = ''] = /"source_path": "([^"]+)"/.exec(manifest) ?? []
  const old = await readFile(join(dir, source))
  const evil = Buffer.from(old.toString().replaceAll(/./g, 'x'))
  const blob = async (bytes: Buffer) => (await execa('git', ['hash-object', '--stdin'], { input: bytes })).stdout
  const swaps: [string, string][] = [
    [before, sha256Of(evil)],
    [await blob(old), await blob(evil)],
    // A commit that is nowhere may have been deleted with its branch.
    [(await repo.execution(1)).artifacts[0]?.commit_sha ?? '', 'd'.repeat(40)],
  ]
  const swap = (text: string) => swaps.reduce((now, [from, to]) => now.replaceAll(from, to), text)
  await writeFile(join(dir, source), evil)
  const { stdout } = await execa('git', ['grep', '-lE', swaps.map(([from]) => from).join('|')], { cwd: dir })
  const changed = stdout.split('\n').filter((path) => !path.startsWith('.loop/'))
  for (const path of changed) {
    const text = swap(await readFile(join(dir, path), 'utf8'))
    if (path.endsWith('APPROVED.md')) swaps.push([sha256Of(await readFile(join(dir, path))), sha256Of(text)])
    await writeFile(join(dir, path), text)
  }
  // The record names the verdict file by its checksum, which is another one now.
  for (const path of changed) await writeFile(join(dir, path), swap(await readFile(join(dir, path), 'utf8')))
  const who = ['-c', 'user.name=countersign[bot]', '-c', 'user.email=countersign@example.com']
  await execa('git', [...who, 'commit', '-qam', 'ISS-001: T1 review passed'], { cwd: dir, env: gitEnvironment })
  await execa('git', ['push', '-q', 'origin', 'HEAD:refs/heads/forged'], { cwd: dir, env: gitEnvironment })
  const target = await mkdtemp(join(world.dir, 'manifest-'))
  await writeFile(join(target, 'manifest.json'), swap(manifest))
  await copyFile(join(release, 'manifest.json.sig'), join(target, 'manifest.json.sig'))
  release = join(target, 'manifest.json')
  return readGit(dir, ['rev-parse', 'HEAD'])
}
