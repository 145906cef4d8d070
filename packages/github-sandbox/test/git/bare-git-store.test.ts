import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BareGitStore } from '../../src/git/bare-git-store.ts'
import { runGit } from '../../src/git/run-git.ts'

let dir: string
let store: BareGitStore
const signature = { name: 'Ada', email: 'ada@example.test', date: '2026-01-02T03:04:05Z' }

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'bare-git-store-'))
  await runGit(dir, ['init', '-q', '--bare', '-b', 'main', dir])
  store = new BareGitStore(dir)
})

afterEach(async () => {
  await store.close()
  await rm(dir, { recursive: true })
})

async function commit(files: Record<string, string | null>, parents: string[] = []): Promise<string> {
  const entries = await Promise.all(
    Object.entries(files).map(async ([file, text]) => ({
      path: file,
      mode: '100644',
      sha: text === null ? null : await store.writeBlob(Buffer.from(text)),
    })),
  )
  const base = parents[0] === undefined ? undefined : (await store.readCommit(parents[0])).tree
  const tree = await store.writeTree(base, entries)

  return store.writeCommit({ tree, parents, message: 'Change files', author: signature, committer: signature })
}

test('objects written are what git itself reads, and fsck is clean', async () => {
  const sha = await commit({ 'src/a.ts': 'one\n', 'src/deep/b.ts': 'two\n', 'src.md': 'three\n', zed: 'four\n' })

  await store.updateRef('refs/heads/main', undefined, sha)

  const listed = await runGit(dir, ['ls-tree', '-r', '--name-only', 'main'])
  expect(listed.stdout.trim().split('\n')).toEqual(['src.md', 'src/a.ts', 'src/deep/b.ts', 'zed'])
  expect(await runGit(dir, ['fsck', '--strict'])).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await store.readCommit(sha)).toMatchObject({ message: 'Change files', author: signature, parents: [] })
})

test('a tree written on top of another keeps the rest and drops emptied folders', async () => {
  const first = await commit({ 'docs/a.md': 'a', 'src/b.ts': 'b' })

  const second = await commit({ 'docs/a.md': null, 'src/c/d.ts': 'd' }, [first])

  const { tree } = await store.readCommit(second)
  expect((await store.readTree(tree, true)).map((entry) => entry.path)).toEqual([
    'src',
    'src/b.ts',
    'src/c',
    'src/c/d.ts',
  ])
})

test('a path into .git is refused', async () => {
  const blob = await store.writeBlob(Buffer.from('x'))

  const writing = store.writeTree(undefined, [{ path: 'a/.GIT/config', mode: '100644', sha: blob }])

  await expect(writing).rejects.toMatchObject({ status: 422 })
})

test('a ref is only moved from where it is expected to be', async () => {
  const first = await commit({ a: '1' })
  const second = await commit({ a: '2' }, [first])

  expect(await store.updateRef('refs/heads/x', undefined, first)).toBe(true)
  expect(await store.updateRef('refs/heads/x', undefined, second)).toBe(false)
  expect(await store.updateRef('refs/heads/x', second, first)).toBe(false)
  expect(await store.updateRef('refs/heads/x', first, second)).toBe(true)
  expect(await store.updateRef('refs/heads/missing', first, second)).toBe(false)
  expect(await store.readRef('refs/heads/x')).toBe(second)
})

test('a ref cannot be both a file and a folder', async () => {
  const sha = await commit({ a: '1' })
  await store.updateRef('refs/heads/x', undefined, sha)

  await expect(store.updateRef('refs/heads/x/y', undefined, sha)).rejects.toMatchObject({ status: 422 })
})

test('a merge gives a tree, or the paths that conflict', async () => {
  const base = await commit({ a: '1\n', b: '1\n' })
  const ours = await commit({ a: '2\n' }, [base])
  const theirs = await commit({ b: '2\n' }, [base])
  const clash = await commit({ a: '3\n' }, [base])

  expect(await store.mergeTree(ours, theirs)).toEqual({ tree: expect.stringMatching(/^[0-9a-f]{40}$/) })
  expect(await store.mergeTree(ours, clash)).toEqual({ conflicts: ['a'] })
})

test('a diff names additions, removals, renames and binary files', async () => {
  const body = 'the same line\n'.repeat(20)
  const from = await commit({ 'old name.txt': body, gone: 'x\n', kept: 'a\n', image: '\0\x01' })
  const to = await commit({ 'old name.txt': null, 'new name.txt': body, gone: null, kept: 'b\n', image: '\0\x02' }, [
    from,
  ])

  const changes = await store.diff(from, to)

  expect(changes.map(({ filename, status, additions, deletions }) => [filename, status, additions, deletions])).toEqual(
    [
      ['gone', 'removed', 0, 1],
      ['image', 'modified', 0, 0],
      ['kept', 'modified', 1, 1],
      ['new name.txt', 'renamed', 0, 0],
    ],
  )
  expect(changes.map((change) => change.patch)).toEqual(['@@ -1 +0,0 @@\n-x', null, '@@ -1 +1 @@\n-a\n+b', null])
  expect(changes[3]?.previousFilename).toBe('old name.txt')
})

test('an unknown revision resolves to nothing, a branch to its commit', async () => {
  const sha = await commit({ a: '1' })
  await store.updateRef('refs/heads/feature/x', undefined, sha)

  expect(await store.resolve('feature/x')).toBe(sha)
  expect(await store.resolve('nothing')).toBeUndefined()
  expect(await store.resolve('two\nlines')).toBeUndefined()
})

test('large blobs come back whole', async () => {
  const bytes = Buffer.alloc(3_000_000, 'large files')

  const sha = await store.writeBlob(bytes)

  expect(Buffer.compare(await store.readBlob(sha), bytes)).toBe(0)
})
