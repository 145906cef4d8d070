import { access, chmod, mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder } from '../../../src/adapters/workspace/machine/remove-folder.ts'
import { buildLimits, createLocalRepository, type LocalRepository, widgets } from '../../support/local-repository.ts'

/** 40 folders of 200 letters, each within the one before: twice as long as a path may be. */
const dig = `name=$(head -c 200 /dev/zero | tr '\\0' d); for i in $(seq 40); do mkdir $name && cd -P $name || exit 1; echo deep > file; done`
let repository: LocalRepository

beforeEach(async () => {
  repository = await createLocalRepository()
})

afterEach(() => removeFolder(repository.root))

test('a work tree in which a command dug deeper than a path is long is removed', async () => {
  const tree = await repository.open({ 'a.txt': 'a\n' })
  expect(await tree.run(dig, buildLimits())).toMatchObject({ exitCode: 0 })

  await tree[Symbol.asyncDispose]()

  await expect(access(tree.dir)).rejects.toThrow(/ENOENT/)
})

test('so is one that took away its own right to be looked into', async () => {
  const dir = join(repository.root, 'closed')
  await mkdir(join(dir, 'in/side'), { recursive: true })
  await writeFile(join(dir, 'in/side/file'), 'x')
  await execa('sh', ['-c', dig], { cwd: dir })
  await chmod(join(dir, 'in/side'), 0)
  await chmod(join(dir, 'in'), 0)

  await removeFolder(dir)

  await expect(access(dir)).rejects.toThrow(/ENOENT/)
})

test("what a crash left of it is removed at the next start, and fails nobody else's work", async () => {
  const left = await repository.open({ 'a.txt': 'a\n' })
  await left.run(dig, buildLimits())
  const lock = join(repository.root, 'data/mirrors/octo/widgets.git/worktrees', basename(left.dir), 'locked')
  await writeFile(lock, `${hostname()} ${process.pid} an-earlier-process`)

  await using tree = await repository.workspace().openWorkTree(widgets, await repository.git('rev-parse', 'HEAD'))

  expect(await tree.readFile('a.txt')).toEqual(Buffer.from('a\n'))
  await expect(access(left.dir)).rejects.toThrow(/ENOENT/)
})
