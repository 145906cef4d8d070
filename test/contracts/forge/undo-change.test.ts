import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gatherAnalysis } from '../../../src/application/runs/debug/gather-analysis.ts'
import { type ChangedFile, parseChange } from '../../../src/domain/debug/read/parse-change.ts'
import { createLocalRepository, type LocalRepository, widgets } from '../../support/local-repository.ts'

const long = (...edited: [number, string][]) =>
  Array.from({ length: 40 }, (_, line) => edited.find(([at]) => at === line)?.[1] ?? `line ${line}`).join('\n')

const before: Record<string, string> = {
  'edited.js': `${long()}\n`,
  'no newline.js': 'one\ntwo',
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'grüße/ö.js': 'one\n',
  'deleted.js': 'nothing\nlike the others\n',
  'old-name.js': `${long()}\n`,
  'run.sh': 'echo one\n',
}
const after: Record<string, string | null> = {
  'edited.js': `${long([3, 'three'], [20, 'twenty'], [37, 'far\nfarther'])}\n`,
  'no newline.js': 'one\n2',
  'crlf.txt': 'one\r\n2\r\nthree\r\n',
  'grüße/ö.js': 'two\n',
  'deleted.js': null,
  'old-name.js': null,
  'new-name.js': `${long([5, 'five'])}\n`,
  'added.js': 'one\n',
}

async function change(repository: LocalRepository) {
  const base = await repository.commit(before)
  await chmod(join(repository.source, 'run.sh'), 0o755)
  const commit = await repository.commit(after)
  const files = parseChange(await repository.workspace().readDiff(widgets, base, commit, 100_000))
  return { base, commit, files }
}

async function readAfter(repository: LocalRepository, commit: string, patch: string, path: string) {
  await using workTree = await repository.workspace().openWorkTree(widgets, commit)
  expect(await workTree.applyDiff(patch), path).toEqual({ ok: true })
  const bytes = await workTree.readFile(path)
  return bytes === undefined ? null : new TextDecoder().decode(bytes)
}

const undoOf = (files: readonly ChangedFile[], path: string) => files.find((file) => file.path === path)?.undo ?? ''

test("each file's change is undone by its patch, whatever it did", async () => {
  await using repository = await createLocalRepository()
  const { commit, files } = await change(repository)

  for (const path of ['edited.js', 'no newline.js', 'crlf.txt', 'grüße/ö.js', 'deleted.js'])
    expect(await readAfter(repository, commit, undoOf(files, path), path), path).toBe(before[path])
  expect(await readAfter(repository, commit, undoOf(files, 'added.js'), 'added.js')).toBeNull()
  expect(await readAfter(repository, commit, undoOf(files, 'new-name.js'), 'old-name.js')).toBe(before['old-name.js'])
  expect(files.find(({ path }) => path === 'run.sh')?.undo).toContain('new mode 100644')
})

test('each hunk is undone alone', async () => {
  await using repository = await createLocalRepository()
  const { commit, files } = await change(repository)
  const hunks = files.find(({ path }) => path === 'edited.js')?.hunks ?? []

  // One after the other: each makes a workspace of its own, and two must not make the same mirror at once.
  const left: (string | null)[] = []
  for (const { undo } of hunks) left.push(await readAfter(repository, commit, undo, 'edited.js'))

  expect(left).toEqual([
    `${long([20, 'twenty'], [37, 'far\nfarther'])}\n`,
    `${long([3, 'three'], [37, 'far\nfarther'])}\n`,
    `${long([3, 'three'], [20, 'twenty'])}\n`,
  ])
  const renamed = files.find(({ path }) => path === 'new-name.js')?.hunks[0]?.undo ?? ''
  expect(await readAfter(repository, commit, renamed, 'new-name.js')).toBe(before['old-name.js'])
})

test('an analysis has the change, what an input changed in its own paths, commits, and sources that tests lead to', async () => {
  await using repository = await createLocalRepository()
  const since = await repository.commit({ 'src/a.js': "import './b.js'\n", 'src/b.js': 'one\n', 'other.js': 'one\n' })
  const base = await repository.commit({ 'src/b.js': 'two\n', 'other.js': 'two\n' })
  const commit = await repository.commit({ 'test/a.test.js': "import '../src/a.js'\n" })
  const run = { command: 'node --test test/a.test.js', exitCode: 1, timedOut: false, output: '', report: null }

  const request = await gatherAnalysis(
    { workspace: repository.workspace(), repository: widgets },
    {
      commit,
      base,
      run,
      reruns: [],
      inputs: [{ task: 'T1', artifact_id: 'a', version: 2, paths: ['src/b.js'], since }],
      commits: [{ sha: base, parent: since, subject: 'feat: b' }],
    },
  )

  expect(request.change.map(({ path }) => path)).toEqual(['test/a.test.js'])
  expect(request.inputs[0]?.files.map(({ path }) => path)).toEqual(['src/b.js'])
  expect(request.commits[0]?.files.map(({ path }) => path)).toEqual(['other.js', 'src/b.js'])
  expect(request.sources.map(({ path }) => path).toSorted()).toEqual([
    'other.js',
    'src/a.js',
    'src/b.js',
    'test/a.test.js',
  ])
})
