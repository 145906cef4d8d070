import { expect, test } from 'vitest'
import { createLocalRepository, widgets } from '../../../support/local-repository.ts'

const text = (first: string, last: string) => [first, 'b', 'c', 'd', 'e', 'f', 'g', 'h', last].join('\n')

/** Two commits that went apart from one with `a.txt`. */
async function fork(ours: Record<string, string | null>, theirs: Record<string, string | null>) {
  const repository = await createLocalRepository()
  await repository.commit({ 'a.txt': text('a', 'z'), 'gone.txt': 'x\n' })
  await repository.git('checkout', '-q', '-b', 'theirs')
  const head = await repository.commit(theirs)
  await repository.git('checkout', '-q', 'main')
  return { repository, head, base: await repository.commit(ours) }
}

test('what both sides changed in different lines comes out with both', async () => {
  const { repository, base, head } = await fork(
    { 'a.txt': text('A', 'z') },
    { 'a.txt': text('a', 'Z'), 'gone.txt': null, 'new.txt': 'n\n' },
  )
  await using _repository = repository
  const workspace = repository.workspace()

  const merged = await workspace.mergeCommits(widgets, base, head)

  if (merged.kind === 'conflict') throw new Error('unreachable')
  expect(merged.changes.map(({ path, after }) => [path, after?.mode ?? null])).toEqual([
    ['a.txt', '100644'],
    ['gone.txt', null],
    ['new.txt', '100644'],
  ])
  const blob = await workspace.readBlob(widgets, merged.changes[0]?.after?.blob ?? '')
  expect(new TextDecoder().decode(blob)).toBe(text('A', 'Z'))
})

test('a conflict names its paths, whatever they are called', async () => {
  const { repository, base, head } = await fork(
    { 'a.txt': text('A', 'z'), 'é\n.txt': 'one\n' },
    { 'a.txt': text('Ä', 'z'), 'é\n.txt': 'two\n' },
  )
  await using _repository = repository

  expect(await repository.workspace().mergeCommits(widgets, base, head)).toEqual({
    kind: 'conflict',
    paths: ['a.txt', 'é\n.txt'],
  })
})

test('histories that have nothing in common are a conflict of unknown paths', async () => {
  const { repository, base } = await fork({}, {})
  await using _repository = repository
  await repository.git('checkout', '-q', '--orphan', 'apart')
  const apart = await repository.commit({ 'b.txt': 'b\n' })

  expect(await repository.workspace().mergeCommits(widgets, base, apart)).toEqual({ kind: 'conflict', paths: [] })
})
