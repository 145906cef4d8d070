import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BareGitStore } from '../../src/git/bare-git-store.ts'
import { listChangedPaths } from '../../src/git/changed-paths.ts'
import { readGit } from '../../src/git/run-git.ts'

let dir: string
let store: BareGitStore

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'changed-paths-'))
  await readGit(dir, ['init', '--quiet', '--bare'])
  store = new BareGitStore(dir)
})

afterEach(async () => {
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

async function writeTree(files: Record<string, string>): Promise<string> {
  const entries = Object.entries(files).map(async ([path, text]) => ({
    path,
    mode: '100644',
    sha: await store.writeBlob(Buffer.from(text)),
  }))
  return store.writeTree(undefined, await Promise.all(entries))
}

test('files that were added, removed and modified are told apart, in folders too', async () => {
  const before = await writeTree({ kept: 'a', 'in/kept': 'a', 'in/changed': 'a', 'in/gone': 'a', 'old/file': 'a' })
  const after = await writeTree({ kept: 'a', 'in/kept': 'a', 'in/changed': 'b', 'in/new': 'a', 'new/file': 'a' })

  expect(await listChangedPaths(store, before, after)).toEqual({
    added: ['in/new', 'new/file'],
    removed: ['in/gone', 'old/file'],
    modified: ['in/changed'],
  })
})

test('a file in the place of a folder is added, and what was in the folder removed', async () => {
  const before = await writeTree({ 'place/file': 'a' })
  const after = await writeTree({ place: 'a' })

  expect(await listChangedPaths(store, before, after)).toEqual({
    added: ['place'],
    removed: ['place/file'],
    modified: [],
  })
})
