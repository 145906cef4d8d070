import { describe, expect, test } from 'vitest'
import { inertText } from '../../../../src/entrypoints/action/output/inert.ts'

/** How the runner finds commands in a line: at its start, white space aside, or in the older form anywhere. */
function isCommand(line: string): boolean {
  return line.trimStart().startsWith('::') || line.includes('##[')
}

describe('text that looks like commands', () => {
  test.each([
    '::set-output name=tag::evil',
    '  ::error::no',
    'fine\n::add-mask::x',
    'fine\r::warning::x',
    'fine\u2028::notice::x',
    'log ##[error]no',
    '\u0085::error::x',
    '\u0000::error::x',
    '\t::group::x',
    ':::error::x',
  ])('%j is none any more', (text) => {
    const lines = inertText(text).split(/[\r\n\u0085\u2028\u2029]/)

    expect(lines.filter(isCommand)).toEqual([])
  })

  test('text that looks like none stays as it is', () => {
    const text = 'Released as v1: 4 files\n  a::b, std::vector, #7 [x]'

    expect(inertText(text)).toBe(text)
  })
})
