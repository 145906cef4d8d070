import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import type { WorkTree } from '../../../src/application/ports/roles/workspace.ts'
import {
  buildLimits,
  buildRules,
  createLocalRepository,
  type LocalRepository,
  makePipe,
  widgets,
} from '../../support/local-repository.ts'

/** A git folder in which everything that can start a program starts one that leaves `ran` behind. */
async function plantGitFolder(folder: string, ran: string): Promise<void> {
  await execa('git', ['init', '--quiet', folder])
  const script = `#!/bin/sh\ntouch ${ran}\ncat\n`
  await writeFile(join(folder, 'evil.sh'), script)
  await chmod(join(folder, 'evil.sh'), 0o755)
  const settings = { 'core.fsmonitor': 'evil.sh', 'filter.evil.clean': 'evil.sh', 'filter.evil.smudge': 'evil.sh' }
  for (const [name, program] of Object.entries({ ...settings, 'diff.external': 'evil.sh', 'core.pager': 'evil.sh' })) {
    await execa('git', ['config', name, join(folder, program)], { cwd: folder })
  }
  for (const hook of ['post-checkout', 'post-index-change', 'pre-commit', 'reference-transaction']) {
    await mkdir(join(folder, '.git', 'hooks'), { recursive: true })
    await writeFile(join(folder, '.git', 'hooks', hook), script)
    await chmod(join(folder, '.git', 'hooks', hook), 0o755)
  }
}

async function openWithFilter(repository: LocalRepository): Promise<WorkTree> {
  return repository.open({ '.gitattributes': '*.txt filter=evil\n', 'a.txt': 'a\n' })
}

/** Paths refused as git metadata. */
async function findPlanted(tree: WorkTree): Promise<string[]> {
  const change = await tree.readChange(buildRules())
  const faults = change.kind === 'refused' ? change.faults : []
  return faults.filter(({ code }) => code === 'git_metadata').map(({ path }) => path)
}

test('the work tree an agent gets has no .git of its own', async () => {
  await using repository = await createLocalRepository()
  await using tree = await openWithFilter(repository)

  expect(await readdir(tree.dir)).toEqual(['.gitattributes', 'a.txt'])
})

test('git-lfs is not run, whatever its settings say: its pointers are files like others', async () => {
  await using repository = await createLocalRepository()
  const ran = join(repository.root, 'ran')
  const bin = join(repository.root, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'git-lfs'), `#!/bin/sh\ntouch ${ran}\ncat\n`, { mode: 0o755 })
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`
  const attributes = '*.dat filter=lfs diff=lfs merge=lfs -text\n'
  const settings =
    '[lfs]\n\turl = http://127.0.0.1:1/elsewhere\n[filter "lfs"]\n\tsmudge = git-lfs smudge\n\trequired = true\n'
  const commit = await repository.commit({ '.gitattributes': attributes, '.lfsconfig': settings, 'big.dat': pointer })
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  await using tree = await repository.workspace({ env }).openWorkTree(widgets, commit)
  const other = pointer.replaceAll('aaaa', 'bbbb')

  const applied = await tree.applyDiff(
    `--- a/big.dat\n+++ b/big.dat\n@@ -1,3 +1,3 @@\n version https://git-lfs.github.com/spec/v1\n-oid sha256:${'a'.repeat(64)}\n+oid sha256:${'b'.repeat(64)}\n size 12\n`,
  )

  expect(applied).toEqual({ ok: true })
  expect(await tree.readFile('big.dat')).toEqual(Buffer.from(other))
  expect(await tree.readChange(buildRules())).toMatchObject({ files: [{ path: 'big.dat', bytes: Buffer.from(other) }] })
  await tree.writeFile('.lfsconfig', Buffer.from('[lfs]\n'), '100644')
  expect(await tree.readChange(buildRules())).toMatchObject({ faults: [{ path: '.lfsconfig', code: 'denied' }] })
  expect(existsSync(ran)).toBe(false)
})

test('a planted .git file runs nothing, where plain git would', async () => {
  await using repository = await createLocalRepository()
  await using tree = await openWithFilter(repository)
  const ran = join(repository.root, 'ran')
  await plantGitFolder(join(repository.root, 'evil'), ran)
  await writeFile(join(tree.dir, '.git'), `gitdir: ${join(repository.root, 'evil', '.git')}\n`)
  await writeFile(join(tree.dir, 'a.txt'), 'b\n')

  expect(await findPlanted(tree)).toEqual(['.git'])
  expect(existsSync(ran)).toBe(false)

  await execa('git', ['status'], { cwd: tree.dir, reject: false, stdin: 'ignore' })
  expect(existsSync(ran)).toBe(true)
})

test('a planted .git folder runs nothing, not even when a diff is applied after a command', async () => {
  await using repository = await createLocalRepository()
  await using tree = await openWithFilter(repository)
  const ran = join(repository.root, 'ran')
  await plantGitFolder(join(repository.root, 'evil'), ran)
  await tree.run(`cp -r ${join(repository.root, 'evil', '.git')} .git`, buildLimits({ isolation: 'none' }))

  const applied = await tree.applyDiff('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n')

  expect(applied).toEqual({ ok: false, reason: ".git: git's own files (.git*) were added or changed" })
  expect(await findPlanted(tree)).toEqual(['.git'])
  expect(existsSync(ran)).toBe(false)
})

test.each(['sub/.git', '.gitmodules', 'docs/.gitattributes', '.GIT', '.g\u200Cit', '.gitignore'])(
  'a planted %j is refused',
  async (path) => {
    await using repository = await createLocalRepository()
    await using tree = await repository.open({ 'docs/a.txt': 'a\n', 'sub/a.txt': 'a\n' })
    await writeFile(join(tree.dir, path), 'x')

    expect(await findPlanted(tree)).toEqual([path])
  },
)

test('a repository made inside, a gitlink in waiting, is refused', async () => {
  await using repository = await createLocalRepository()
  await using tree = await repository.open({ 'a.txt': 'a\n' })
  await execa('git', ['init', '--quiet', join(tree.dir, 'nested')])

  expect(await findPlanted(tree)).toEqual(['nested/.git'])
})

test.each(['pipe', 'link'])('an ignore file that became a %s is refused, and not waited for', async (kind) => {
  await using repository = await createLocalRepository()
  await using tree = await repository.open({ '.gitignore': '*.log\n' })
  const path = join(tree.dir, '.gitignore')
  await rm(path)
  if (kind === 'pipe') await makePipe(path)
  else await symlink('/dev/zero', path)
  await writeFile(join(tree.dir, 'new.txt'), 'x')

  expect(await findPlanted(tree)).toEqual(['.gitignore'])
})
