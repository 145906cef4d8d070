import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecentRepositories } from '../../../../src/adapters/postgres/partitions/recent-repositories.ts'
import { wakeNearest } from '../../../../src/adapters/postgres/partitions/wake-nearest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process `me` that has the partition a/b#1; what it looked at, in turn. */
function openProcess() {
  const looked: string[] = []
  const { hear, close } = wakeNearest(
    { inbox: () => void looked.push('inbox'), runs: () => void looked.push('runs') },
    { holder: 'me', isNear: (partition) => partition === 'a/b#1', headStart: { partitionMs: 1_000, runMs: 2_000 } },
  )
  return { looked, hear, close }
}

test.each([
  ['its own partition has something new', 'inbox c/d#2 a/b#1', ['inbox']],
  ['the repository is nobody’s', 'inbox !e/f#1', ['inbox']],
  ['it ordered the run', 'runs me', ['runs']],
  ['nobody is named', 'inbox', ['inbox']],
  ['runs were cancelled', 'runs', ['runs']],
  ['some may have been missed', undefined, ['inbox', 'runs']],
  ['another version says something else', 'news', ['inbox', 'runs']],
])('a process looks at once where %s', (_, tidings, expected) => {
  const { looked, hear } = openProcess()

  hear(tidings)

  expect(looked).toEqual(expected)
})

test('what is nearer to others it looks at when they had their time, once for all that came meanwhile', () => {
  const { looked, hear } = openProcess()

  hear('inbox c/d#2')
  hear('inbox c/d#3')
  hear('runs another')
  const before = [...looked]
  vi.advanceTimersByTime(1_000)
  const then = [...looked]
  vi.advanceTimersByTime(1_000)

  expect(before).toEqual([])
  expect(then).toEqual(['inbox'])
  expect(looked).toEqual(['inbox', 'runs'])
})

test('it looks at nothing any more once it has ended', () => {
  const { looked, hear, close } = openProcess()

  hear('inbox c/d#2')
  close()
  vi.advanceTimersByTime(2_000)

  expect(looked).toEqual([])
})

test('a repository is near for ten minutes after the process has worked in one of its partitions', () => {
  let nowMs = 0
  const recent = new RecentRepositories(() => nowMs)

  recent.note('a/b#1')

  expect([recent.has('a/b#2'), recent.has('c/d#1')]).toEqual([true, false])
  nowMs = 600_000
  expect(recent.has('a/b#2')).toBe(false)
})
