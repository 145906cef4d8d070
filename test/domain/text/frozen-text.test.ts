import { expect, test } from 'vitest'
import { freezeText } from '../../../src/domain/text/frozen-text.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'

test('text without anything hidden stays as it is', () => {
  const frozen = freezeText('Greet people', 'Say *hello* to `everybody`.\n\n- [ ] T1: write it')

  expect(frozen).toMatchObject({
    title: 'Greet people',
    body: 'Say *hello* to `everybody`.\n\n- [ ] T1: write it',
    removed: 0,
  })
})

test('line ends become line feeds and the title one line', () => {
  const frozen = freezeText(' Greet\r\npeople ', 'a\r\nb\rc')

  expect(frozen.title).toBe('Greet people')
  expect(frozen.body).toBe('a\nb\nc')
})

test.each([
  ['zero width space', '\u200B'],
  ['zero width joiner', '\u200D'],
  ['right-to-left override', '\u202E'],
  ['byte order mark', '\uFEFF'],
  ['soft hyphen', '\u00AD'],
  ['Hangul filler', '\u3164'],
  ['halfwidth Hangul filler', '\uFFA0'],
  ['variation selector', '\uFE0F'],
  ['supplementary variation selector', '\u{E0101}'],
  ['tag character', '\u{E0041}'],
  ['combining grapheme joiner', '\u034F'],
])('a %s is removed and counted, in title, text and code', (_name, hidden) => {
  const frozen = freezeText(`a${hidden}b`, `c${hidden}d\n\n\`\`\`\ne${hidden}f\n\`\`\``)

  expect(frozen).toMatchObject({ title: 'ab', body: 'cd\n\n```\nef\n```', removed: 3 })
})

test('every format character and default-ignorable code point is removed', () => {
  const hidden = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((char) => /\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(char))

  const frozen = freezeText('t', `a${hidden.join('')}b`)

  expect(frozen.body).toBe('ab')
  expect(frozen.removed).toBe(hidden.length)
})

test.each([
  ['among words', 'a <!-- hidden --> b', 'a  b'],
  ['as a block over several lines, whose lines stay', 'a\n\n<!-- x\n\ny -->\nb', 'a\n\n\n\n\nb'],
  ['never closed', 'a\n\n<!-- x\n\nb', 'a\n\n\n\n'],
  ['left open in a block of HTML', '<div><!--\n\nhidden\n\n--></div>', '<div>\n\n\n\n'],
  ['in a fence that is inside HTML', '<div>\n```\n<!-- x -->\n```\n</div>', '<div>\n```\n\n```\n</div>'],
  ['of the kinds that HTML reads as one', '<div>\n<?php x ?>\n<!x>\n</div>', '<div>\n\n\n</div>'],
  ['in a quote', '> a <!-- x\n> y --> b', '> a \n b'],
])('an HTML comment is removed: %s', (_name, body, shown) => {
  expect(freezeText('t', body).body).toBe(shown)
})

test.each([
  ['in a fenced block', '```html\n<!-- shown -->\n```'],
  ['in an indented block', 'a\n\n    <!-- shown -->'],
  ['in a code span', 'a `<!-- shown -->` b'],
  ['in a fence of a list item', '- a\n\n  ```\n  <!-- shown -->\n  ```'],
  ['when it is escaped', 'a \\<!-- shown -->'],
  ['when it never ends among words', 'a <!-- shown\n\nb'],
])('what looks like an HTML comment stays %s', (_name, body) => {
  expect(freezeText('t', body)).toMatchObject({ body, removed: 0 })
})

test('freezing frozen text changes nothing', () => {
  const once = freezeText('t\u200B', 'a<!-- x -->\u200D\r\n`b`')

  const twice = freezeText(once.title, once.body)

  expect(twice).toEqual({ ...once, removed: 0 })
})

test('the hash tells texts apart, and hidden changes do not matter to it', () => {
  const hash = freezeText('t', 'a').sha256

  expect(freezeText('t', 'b').sha256).not.toBe(hash)
  expect(freezeText('u', 'a').sha256).not.toBe(hash)
  expect(freezeText('t', 'a\u200B<!-- x -->').sha256).toBe(hash)
})

test('a lone surrogate becomes the replacement character', () => {
  expect(freezeText('t', 'a\uD800b').body).toBe('a\uFFFDb')
})

test.each(['a<!--', '<!-- x -->\n', '\n\n<div><!--', '<!--\n> a\nb\n\n', '`<!--``', '<!a', '\u200B<!', '<!--\\`'])(
  'long text of %j takes linear time',
  { retry: 2, timeout: 30_000 },
  (piece) => {
    const growth = measureGrowth(100_000, repeatTo(piece), (body) => freezeText('t', body))

    expect(growth).toBeLessThan(linearGrowth)
  },
)
