import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fc, test as property } from '../support/property.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BareGitStore } from '../../src/git/bare-git-store.ts'
import { mergeTrees } from '../../src/git/objects/merge-trees.ts'
import { findNearMergeBase, listNearCommits } from '../../src/git/near-history.ts'
import { ObjectReader } from '../../src/git/objects/object-reader.ts'
import { readGit, runGit } from '../../src/git/run-git.ts'
import { parseTree, renderTree } from '../../src/git/objects/tree-object.ts'
import type { TreeStore } from '../../src/git/objects/write-tree.ts'
import { writeLooseObject } from '../../src/git/objects/write-loose-object.ts'

let dir: string
let store: BareGitStore
let reader: ObjectReader

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'near-history-'))
  await runGit(dir, ['init', '-q', '--bare', '-b', 'main', dir])
  store = new BareGitStore(dir)
  reader = new ObjectReader(dir)
})

afterAll(async () => {
  await Promise.all([store.close(), reader.close()])
  await rm(dir, { recursive: true })
})

const trees: TreeStore = {
  read: async (sha) => parseTree((await reader.contents(sha))?.bytes ?? Buffer.alloc(0)),
  write: (entries) => writeLooseObject(dir, 'tree', renderTree(entries)),
}

async function writeFiles(files: Record<string, string>): Promise<string> {
  const entries = Object.entries(files).map(async ([file, text]) => ({
    path: file,
    mode: '100644',
    sha: await store.writeBlob(Buffer.from(text)),
  }))
  return store.writeTree(undefined, await Promise.all(entries))
}

const readCommit = (sha: string) => store.readCommit(sha)
let written = 0

async function commit(tree: string, parents: string[], second: number): Promise<string> {
  const date = new Date(1_790_000_000_000 + second * 1_000).toISOString()
  const author = { name: 'Ada', email: 'ada@example.test', date }
  written += 1
  return store.writeCommit({ tree, parents, message: `Commit ${written}`, author, committer: author })
}

/** Each commit: how far back its parents lie, and how many seconds after the one before. */
const anyHistory = fc.array(fc.tuple(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }), fc.nat({ max: 2 })), {
  minLength: 2,
  maxLength: 12,
})

async function writeHistory(history: readonly (readonly [number[], number])[]): Promise<string[]> {
  const tree = await store.writeTree(undefined, [])
  const shas: string[] = []
  let second = 0
  for (const [back, later] of history) {
    const parents = [...new Set(back.flatMap((steps) => shas.at(-steps) ?? []))]
    second += later
    shas.push(await commit(tree, parents, second))
  }
  return shas
}

property.prop([anyHistory], { numRuns: 25 })(
  'commits are listed and merge bases found as git does',
  async (history) => {
    const shas = await writeHistory(history)
    const [last = '', other = ''] = [shas.at(-1), shas.at(-2)]

    const listed = await listNearCommits(readCommit, last, other)
    const base = await findNearMergeBase(readCommit, last, other)

    const lines = (output: string) => output.split('\n').filter((line) => line !== '')
    expect(listed).toEqual(lines(await readGit(dir, ['rev-list', '--date-order', last, `^${other}`])))
    const bases = lines((await runGit(dir, ['merge-base', '--all', last, other])).stdout)
    expect(base).toEqual(bases.length === 0 ? 'none' : bases.length === 1 ? { sha: bases[0] } : undefined)
  },
)

/** Files of the base, and what each side makes of them: other bytes, or nothing. */
const anyFiles = fc.dictionary(
  fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f/g/h', 'i'),
  fc.constantFrom('1\n', '2\n', '3\n'),
)

property.prop([anyFiles, anyFiles, anyFiles], { numRuns: 25 })(
  'trees that are merged without a look into files are as git merges them',
  async (base, ours, theirs) => {
    const old = await writeFiles(base)
    const [mine, other] = [await writeFiles({ ...base, ...ours }), await writeFiles({ ...base, ...theirs })]

    const merged = await mergeTrees(trees, old, mine, other)

    const start = await commit(old, [], 0)
    const sides = await Promise.all([mine, other].map((tree) => commit(tree, [start], 1)))
    const { exitCode, stdout } = await runGit(dir, ['merge-tree', '--write-tree', '--no-messages', ...sides])
    // Changes of both sides in one file are git's to decide, whatever it decides.
    if (merged !== undefined) expect([exitCode, stdout.trim()]).toEqual([0, merged])
    else expect(Object.keys(ours).some((file) => file in theirs && ours[file] !== theirs[file])).toBe(true)
  },
)

test('a file that is gone is left to git: it may have been renamed', async () => {
  const [old, mine] = [await writeFiles({ a: '1\n', b: '2\n' }), await writeFiles({ b: '2\n', c: '1\n' })]
  const other = await writeFiles({ a: '3\n', b: '2\n' })

  expect(await mergeTrees(trees, old, mine, other)).toBeUndefined()
})
