import { fc, test as property } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { countColumns, wrapColumns } from '../../../../src/views/terminal/parts/wrap-columns.ts'

test.each([
  ['ascii', 5],
  ['检查令牌', 8],
  ['한글 ok', 7],
  ['🙋 ada', 6],
  ['e\u0301a', 2],
])('%j takes %i cells', (text, columns) => {
  expect(countColumns(text)).toBe(columns)
})

test('lines break between words', () => {
  expect(wrapColumns('one two three', 8)).toEqual(['one two', 'three'])
})

test('a text without spaces breaks where its cells are full', () => {
  expect(wrapColumns('检查令牌是否过期', 7)).toEqual(['检查令', '牌是否', '过期'])
})

test('a long word begins beside what stands before it', () => {
  expect(wrapColumns('检查 令牌是否过期', 8)).toEqual(['检查 令', '牌是否过', '期'])
})

test('nothing is one empty line', () => {
  expect(wrapColumns('', 8)).toEqual([''])
})

property.prop([fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 })])(
  'no line is too long and no character is lost',
  (text, columns) => {
    const lines = wrapColumns(text, columns)

    expect(lines.every((line) => countColumns(line) <= columns)).toBe(true)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  },
)
