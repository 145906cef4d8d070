import { expect, test } from 'vitest'
import { sumCoverage } from '../../../../src/domain/loop/tests/coverage.ts'

test('lines of several reports add up, and those that tell of none count for nothing', () => {
  const small = { lines: 10, covered: 10 }
  const large = { lines: 90, covered: 40 }

  expect(sumCoverage([small, null, large])).toEqual({ lines: 100, covered: 50 })
  expect(sumCoverage([null])).toBeNull()
})
