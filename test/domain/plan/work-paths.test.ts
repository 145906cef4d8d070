import { expect, test } from 'vitest'
import { deletedPaths, workPaths } from '../../../src/domain/plan/work-paths.ts'
import { linearGrowth, measureGrowth } from '../../support/measure/measure-growth.ts'

const diffOf = (diff: string) => [{ kind: 'diff' as const, diff }]

test('what follows a tab behind a path is no part of it', () => {
  const work = diffOf('--- a/src/a.ts\t2026-11-21 03:12\n+++ b/src/a.ts\t2026-11-21 03:13\n')

  expect(workPaths(work)).toEqual(['src/a.ts'])
  expect(deletedPaths(diffOf('--- a/src/a.ts\t2026-11-21 03:12\n+++ /dev/null\n'))).toEqual(['src/a.ts'])
})

test.each([
  ['tabs behind a path', (size: number) => `--- a/x${'\t'.repeat(size)}\u2028x\n+++ b/x\n`, workPaths],
  ['a path that ends in the middle of a line', (size: number) => `--- a/${'x'.repeat(size)}\r\n`, deletedPaths],
])('%s takes linear time', { retry: 2, timeout: 30_000 }, (_name, makeDiff, read) => {
  expect(measureGrowth(16_000, makeDiff, (diff) => read(diffOf(diff)))).toBeLessThan(linearGrowth)
})
