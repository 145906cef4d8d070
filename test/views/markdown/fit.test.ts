import { fc, test as property } from '../../support/property.ts'
import { expect, test } from 'vitest'
import { block, checkOutputLimit, fitBlocks, fitCheckOutput } from '../../../src/views/markdown/fit.ts'

test('what fits is shown whole, without a note', () => {
  expect(fitBlocks([block('one'), block(''), block('two', '2')], 8, '!')).toBe('one\ntwo')
})

test('what does not fit is shortened from the end, as little as it takes', () => {
  const blocks = [block('first', '1', ''), block('second', '2', ''), block('third', '3', '')]

  expect(fitBlocks(blocks, 18, '!')).toBe('first\nsecond\n3\n!')
  expect(fitBlocks(blocks, 14, '!')).toBe('first\n2\n3\n!')
  expect(fitBlocks(blocks, 6, '!')).toBe('1\n2\n!')
})

test('what has no room is never rendered', () => {
  const rendered: number[] = []
  const blocks = Array.from({ length: 3_000 }, (_, index) => block(() => (rendered.push(index), 'a row of text'), ''))

  const text = fitBlocks(blocks, 700, 'cut')

  expect(text.length).toBeLessThanOrEqual(700)
  expect(rendered.length).toBeLessThan(60)
})

test('output of a check run is fitted in bytes, as GitHub counts it', () => {
  const lines = Array.from({ length: 2_000 }, () => block('一二三四五六七八九十一二三四五六七八九十', ''))

  const text = fitCheckOutput(lines, 'Shortened.')

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(checkOutputLimit)
  expect(Buffer.byteLength(text)).toBeGreaterThan(checkOutputLimit - 100)
})

const anyForms = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 3 })

property.prop([fc.array(anyForms, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 40 })])(
  'it is what shortening one after the other from the end comes to',
  (all, limit) => {
    const blocks = all.map(([longest = '', ...others]) => block(longest, ...others))

    expect(fitBlocks(blocks, limit, '!')).toBe(shortenOneByOne(all, limit, '!'))
  },
)

function shortenOneByOne(all: readonly string[][], limit: number, note: string): string {
  const chosen = all.map(([longest = '']) => longest)
  const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')
  const cost = (parts: readonly string[]) => parts.reduce((sum, part) => sum + (part === '' ? 0 : part.length + 1), 0)
  if (cost(chosen) <= limit) return join(chosen)
  for (const level of [1, 2])
    for (let index = all.length - 1; index >= 0 && cost([...chosen, note]) > limit; index -= 1)
      chosen[index] = all[index]?.[level] ?? chosen[index] ?? ''
  return join([...chosen, note])
}
