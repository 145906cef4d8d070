import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { downloadRelease, publicKeyOf, verifyRelease } from '../support/git/download-release.ts'
import { gitEnvironment, readGit } from '../support/git/git.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld({ expectedAnswers: [secondToWorkflowBranch] })
const root = fileURLToPath(new URL('../../../', import.meta.url))

const git = (args: string[], input = '') =>
  execa('git', ['-c', 'safe.directory=*', ...args], { env: gitEnvironment, input, maxBuffer: 500_000_000 })

/** As many commits as are worth the time: built files stand in each. */
const newest = 30

/** This project with the newest of the history that is here: a checkout may be shallow, detached or a work tree; a download has none. */
async function copyOwnHistory(dir: string): Promise<string> {
  const copy = join(dir, 'own.git')
  const head = await git(['-C', root, 'rev-parse', '--verify', 'HEAD']).catch(() => undefined)
  if (head === undefined) await commitDownload(join(dir, 'own-files'), copy)
  else await copyCommits(dir, head.stdout, copy)
  await git(['-C', copy, 'symbolic-ref', 'HEAD', 'refs/heads/own'])
  return copy
}

/** Told commit by commit, so that the oldest ones of a shallow history become its beginning. */
async function copyCommits(dir: string, head: string, copy: string): Promise<void> {
  const source = join(dir, 'own-source.git')
  await git(['clone', '--quiet', '--bare', '--depth', String(newest), `file://${root}`, source])
  await git(['-C', source, 'update-ref', 'refs/heads/own', head])
  await git(['init', '--quiet', '--bare', copy])
  // Bytes, as they are: some files are pictures.
  const exported = git(['-C', source, 'fast-export', '--signed-tags=strip', 'refs/heads/own'])
  await exported.pipe('git', ['-C', copy, 'fast-import', '--quiet'], { env: gitEnvironment })
}

async function commitDownload(files: string, copy: string): Promise<void> {
  await mkdir(files)
  for (const name of ['src', 'package.json', 'LICENSE']) {
    await cp(join(root, name), join(files, name), { recursive: true })
  }
  await git(['-C', files, 'init', '--quiet', '--initial-branch=own'])
  await git(['-C', files, 'add', '--all'])
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  await git(['-C', files, ...author, 'commit', '--quiet', '--message', 'As it was downloaded'])
  await git(['clone', '--quiet', '--bare', files, copy])
}

test('a history that was cut off is not imported, with what to do instead', async () => {
  const full = join(world.dir, 'full.git')
  const shallow = join(world.dir, 'shallow.git')
  await git(['init', '--quiet', '--bare', '--initial-branch=main', full])
  const commit = (mark: number) => `commit refs/heads/main\ncommitter A <a@b.c> ${mark} +0000\ndata 1\nx\n`
  await git(['-C', full, 'fast-import', '--quiet'], `${commit(1)}\n${commit(2)}`)
  await git(['clone', '--quiet', '--bare', '--depth', '1', `file://${full}`, shallow])

  await expect(world.repository({ from: shallow })).rejects.toThrow('git fetch --unshallow')
})

test('an issue on this project’s own history becomes a release that verifies against it', async () => {
  const own = await copyOwnHistory(world.dir)
  const commits = await readGit(own, ['rev-list', '--count', 'HEAD'])
  const repo = await world.repository({ from: own })
  expect(await readGit(repo.bareDir, ['rev-list', '--count', 'own'])).toBe(commits)

  const issue = await repo.planIssue(
    'Say where the licence is',
    writeIssue([
      {
        id: 'T1',
        path: 'NOTICE.md',
        content: 'Countersign is free software; see [LICENSE](LICENSE).',
        criteria: ['`NOTICE.md` contains `LICENSE`', '`grep -q MIT LICENSE` passes'],
      },
      { id: 'T2', path: 'FILES.md', run: 'git --version > /dev/null; ls src > FILES.md', after: 'T1' },
    ]),
  )
  await repo.say(issue, 'writer', '/approve')
  const final = await repo.pullOf(issue, 'base')
  await repo.as('maintainer').rest.pulls.get({ ...repo.place, pull_number: final })
  await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number: final })
  await repo.settle()
  await repo.say(issue, 'maintainer', '/export')

  const [exported] = (await repo.record(issue)).exports
  const dir = await downloadRelease(repo, exported?.tag ?? '', world.dir)
  expect(
    await verifyRelease(
      dir,
      { repo: repo.cloneUrl, publicKey: publicKeyOf(world.running.sandbox) },
      world.running.sandbox,
    ),
  ).toMatchObject({ code: 0 })
  expect(
    await verifyRelease(dir, { manifestSha256: exported?.manifest_sha256 ?? '' }, world.running.sandbox),
  ).toMatchObject({ code: 0 })
  expect(await readGit(repo.bareDir, ['show', 'own:FILES.md'])).toContain('domain')
})
