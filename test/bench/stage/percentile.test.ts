import { expect, test } from 'vitest'
import { percentile } from '../../../bench/stage/percentile.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('99 of 100 numbers don’t exceed the 99th', () => {
  expect([percentile(hundred, 50), percentile(hundred, 99), percentile(hundred, 100)]).toEqual([50, 99, 100])
})

test('of a few numbers it is the largest', () => {
  expect(percentile([3, 9, 1], 99)).toBe(9)
})
