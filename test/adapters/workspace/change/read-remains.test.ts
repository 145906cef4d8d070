import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { buildRules, createLocalRepository, type LocalRepository } from '../../../support/local-repository.ts'

let repository: LocalRepository

beforeAll(async () => {
  repository = await createLocalRepository()
})
afterAll(() => repository[Symbol.asyncDispose]())

const maxBytes = 20_000
const open = () => repository.open({ 'a.txt': 'one\ntwo\n', 'gone.txt': 'gone\n', 'run.sh': 'true\n' })

/** What the patch makes of the commit that it is of, by path; null: deleted. */
async function applied(tree: WorkTree, patch: Uint8Array): Promise<Map<string, string | null>> {
  const dir = join(repository.root, `applied-${tree.commit}`)
  await execa('git', ['clone', '-q', repository.source, dir])
  const git = (...args: string[]) =>
    execa('git', ['-C', dir, ...args], { encoding: 'latin1', stripFinalNewline: false })
  await git('checkout', '-q', tree.commit)
  await writeFile(join(repository.root, 'left.patch'), patch)
  await git('apply', '--index', join(repository.root, 'left.patch'))
  const { stdout } = await git('diff', '--cached', '--no-renames', '--name-status', 'HEAD')
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  const texts = new Map<string, string | null>()
  for (const [status, path = ''] of rows)
    texts.set(path, status === 'D' ? null : (await git('show', `:${path}`)).stdout)
  return texts
}

test('what was changed, added and deleted is one patch that applies to the commit, text or not', async () => {
  await using tree = await open()
  await writeFile(join(tree.dir, 'a.txt'), 'one\n2\n')
  await writeFile(join(tree.dir, 'data.bin'), Buffer.from([0, 1, 2, 255]))
  await rm(join(tree.dir, 'gone.txt'))
  await chmod(join(tree.dir, 'run.sh'), 0o755)

  const { files, more, patch, faults } = await tree.readRemains(buildRules(), maxBytes)

  expect(files).toEqual([
    { path: 'a.txt', status: 'modified', size: 6, kept: true },
    { path: 'data.bin', status: 'added', size: 4, kept: true },
    { path: 'gone.txt', status: 'deleted', size: null, kept: true },
    { path: 'run.sh', status: 'modified', size: 5, kept: true },
  ])
  expect([more, faults]).toEqual([0, []])
  expect(Object.fromEntries(await applied(tree, patch))).toEqual({
    'a.txt': 'one\n2\n',
    'data.bin': '\0\x01\x02\xff',
    'gone.txt': null,
    'run.sh': 'true\n',
  })
})

test('where nothing differs nothing is left', async () => {
  await using tree = await open()

  const { files, more, patch, faults } = await tree.readRemains(buildRules(), maxBytes)

  expect([files, more, patch.length, faults]).toEqual([[], 0, 0, []])
})

test('files that do not fit are named and left out, and the others are whole', async () => {
  await using tree = await open()
  const noise = Array.from({ length: 1_200 }, (_, n) => `line ${n}`).join('\n')
  await writeFile(join(tree.dir, 'b.txt'), noise)
  await writeFile(join(tree.dir, 'c.txt'), noise)
  await writeFile(join(tree.dir, 'huge.txt'), 'x'.repeat(maxBytes + 1))
  await writeFile(join(tree.dir, 'z.txt'), 'z\n')

  const { files, patch, faults } = await tree.readRemains(buildRules(), maxBytes)

  expect(files.map(({ path, kept }) => `${path} ${kept}`)).toEqual([
    'b.txt true',
    'c.txt false',
    'huge.txt false',
    'z.txt true',
  ])
  expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual(['huge.txt too_large', 'c.txt too_large'])
  expect(patch.length).toBeLessThanOrEqual(maxBytes)
  expect([...(await applied(tree, patch)).keys()]).toEqual(['b.txt', 'z.txt'])
})

test('only the first fifty files are looked at, the others are counted', async () => {
  await using tree = await open()
  for (let n = 10; n < 70; n += 1) await writeFile(join(tree.dir, `new-${n}.txt`), `${n}\n`)

  const { files, more } = await tree.readRemains(buildRules({ maxFiles: 500 }), maxBytes)

  expect([files.length, more, files.every(({ kept }) => kept)]).toEqual([50, 10, true])
})

test('what no version may hold is not kept either: other places, links, planted git files', async () => {
  await using tree = await open()
  await mkdir(join(tree.dir, 'src'))
  await writeFile(join(tree.dir, 'src/mine.txt'), 'mine\n')
  await writeFile(join(tree.dir, 'elsewhere.txt'), 'mine too\n')
  await symlink('/etc/passwd', join(tree.dir, 'src/link'))

  const scoped = await tree.readRemains(buildRules({ scope: ['src'] }), maxBytes)
  await writeFile(join(tree.dir, '.git'), 'gitdir: /tmp/evil\n')
  const planted = await tree.readRemains(buildRules({ scope: ['src'] }), maxBytes)

  expect(scoped.files.filter(({ kept }) => kept).map(({ path }) => path)).toEqual(['src/mine.txt'])
  expect(scoped.faults.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
    'elsewhere.txt outside_scope',
    'src/link not_regular',
  ])
  expect(planted).toMatchObject({ files: [], faults: [{ path: '.git', code: 'git_metadata' }] })
  expect(planted.patch).toHaveLength(0)
})
