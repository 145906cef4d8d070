import { expect, test } from 'vitest'
import { findDiffLine } from '../../src/git/find-diff-line.ts'

const patch = [
  '@@ -1,3 +1,3 @@ first',
  ' one',
  '-two',
  '+2',
  ' three',
  '@@ -10,2 +10,3 @@ second',
  ' ten',
  '+ten and a half',
  ' eleven',
  String.raw`\ No newline at end of file`,
].join('\n')

test.each([
  ['an added line by its new number', { line: 2, side: 'RIGHT' }, '+2'],
  ['a removed line by its old number', { line: 2, side: 'LEFT' }, '-two'],
  ['an unchanged line by its old number', { line: 11, side: 'LEFT' }, ' eleven'],
  ['an unchanged line by its new number', { line: 12, side: 'RIGHT' }, ' eleven'],
] as const)('finds %s', (_, place, text) => {
  const found = findDiffLine(patch, place)

  expect(found?.hunk.split('\n').at(-1)).toBe(text)
})

test('the hunk begins with its own header', () => {
  const found = findDiffLine(patch, { line: 11, side: 'RIGHT' })

  expect(found?.hunk).toBe('@@ -10,2 +10,3 @@ second\n ten\n+ten and a half')
})

test('a position counts later hunk headers too', () => {
  const found = findDiffLine(patch, { position: 7 })

  expect(found).toMatchObject({ line: 11, side: 'RIGHT' })
})

test.each([
  ['a line between the hunks', { line: 5, side: 'RIGHT' }],
  ['a line behind the end', { line: 13, side: 'RIGHT' }],
  ['the note about a missing newline', { position: 9 }],
] as const)('finds nothing at %s', (_, place) => {
  const found = findDiffLine(patch, place)

  expect(found).toBeUndefined()
})
