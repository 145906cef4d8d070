import { expect, test } from 'vitest'
import { readWords } from '../../../../src/domain/debug/read/read-words.ts'

const words = (text: string) => readWords({ name: null, place: null, text, frames: [], body: null }, [])

test.each([
  ['12 !== 11', { got: 12, wanted: 11 }],
  ['expected 12 to be 11', { got: 12, wanted: 11 }],
  ['got 12, want 11', { got: 12, wanted: 11 }],
  ['AssertionError: 12.5 != 11', { got: 12.5, wanted: 11 }],
  ['assert 12 == 11', { got: 12, wanted: 11 }],
  ['expected: 11\n  actual: 12', { got: 12, wanted: 11 }],
  ['+   total: 12,\n-   total: 11,', { got: 12, wanted: 11 }],
])('%s', (text, pair) => {
  expect(words(text).pairs[0]).toEqual(pair)
})

test('what is quoted counts most, words that any failure has count nothing', () => {
  const { names } = words("TypeError: Cannot read properties of undefined (reading 'fullName')")

  expect(names.get('fullName')).toBe(1)
  expect(names.has('undefined')).toBe(false)
})

test('places on the stack are no words', () => {
  expect(words('Error: broken\n    at helper (src/a.js:1:1)').names.has('helper')).toBe(false)
})
