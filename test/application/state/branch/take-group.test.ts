import { expect, test } from 'vitest'
import { takeGroup } from '../../../../src/application/state/branch/take-group.ts'

const write = (record: string, bytes = 10, files = 1, mode: '100644' | '100755' = '100644') => ({
  record,
  files: Array.from({ length: files }, (_, index) => ({ path: `${index}`, bytes: new Uint8Array(bytes), mode })),
})
const names = (list: { record: string }[]) => list.map(({ record }) => record)

function take(...waiting: ReturnType<typeof write>[]): { group: string[]; rest: string[] } {
  const { group, rest } = takeGroup(waiting)
  return { group: names(group), rest: names(rest) }
}

test('whatever waits goes together', () => {
  expect(take(write('a'), write('b'), write('c'))).toEqual({ group: ['a', 'b', 'c'], rest: [] })
})

test('a second one of the same issue waits, and nothing of that issue overtakes it', () => {
  expect(take(write('a'), write('b'), write('a'), write('a'))).toEqual({ group: ['a', 'b'], rest: ['a', 'a'] })
  expect(take(write('a'), write('b', 600_000), write('b'))).toEqual({ group: ['a'], rest: ['b', 'b'] })
})

test('as much as one mutation holds, and no more files than GitHub names of a commit', () => {
  expect(take(write('a', 300_000), write('b', 300_000), write('c'))).toEqual({ group: ['a', 'c'], rest: ['b'] })
  expect(take(write('a', 1, 200), write('b', 1, 41), write('c', 1, 40))).toEqual({ group: ['a', 'c'], rest: ['b'] })
})

test('what needs the trees API goes alone', () => {
  expect(take(write('a', 10, 1, '100755'), write('b'))).toEqual({ group: ['a'], rest: ['b'] })
  expect(take(write('a'), write('b', 10, 1, '100755'), write('c'))).toEqual({ group: ['a', 'c'], rest: ['b'] })
  expect(take(write('a', 2_000_000), write('b'))).toEqual({ group: ['a'], rest: ['b'] })
})
