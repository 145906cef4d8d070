import { fc, test as property } from '../../../../support/property.ts'
import { expect, test } from 'vitest'
import { LongTextCutter } from '../../../../../src/adapters/workspace/reports/formats/long-text-cutter.ts'

function cut(pieces: readonly string[], limit: number): string {
  const cutter = new LongTextCutter(limit)
  return `${pieces.map((piece) => cutter.cut(piece)).join('')}${cutter.end()}`
}

test.each([
  ['CDATA', '<a><![CDATA[123456]]></a>', '<a><![CDATA[1234]]></a>'],
  ['text', '<a>123456</a>', '<a>1234</a>'],
  ['an attribute', '<a b="123456" c=\'123>456\'/>', '<a b="1234" c=\'123>\'/>'],
  ['an entity, which is kept whole or not at all', '<a>12&amp;45</a>', '<a>12</a>'],
  ['a character of two units', '<a>123😀</a>', '<a>123</a>'],
  ['a comment, whole', '<a><!-- 1 -- 2 --></a>', '<a><!----></a>'],
])('%s is cut', (_, xml, expected) => {
  expect(cut([xml], 4)).toBe(expected)
  expect(cut(Array.from(xml), 4)).toBe(expected)
})

test.each([
  ['an instruction', '<?xml version="1.0" encoding="UTF-8"?><a/>'],
  ['a document with a DOCTYPE', '<!DOCTYPE a [<!-- don’t --> <!ENTITY b "123456">]><a>123456</a>'],
  ['the names in a tag', '<testcase classname="a" name="b"></testcase>'],
  ['brackets in CDATA', '<a><![CDATA[]]]]></a>'],
])('%s is left as it is', (_, xml) => {
  expect(cut(Array.from(xml), 4)).toBe(xml)
})

test('lines that were taken out are counted', () => {
  const cutter = new LongTextCutter(4)

  cutter.cut('<a>1\n2\n3\n4\n</a><!--\n-->')

  expect(cutter.droppedLines).toBe(3)
})

test('of a text of any size no more is given on than the limit', () => {
  const pieces = ['<a><![CDATA[', ...Array.from({ length: 1_000 }, () => 'noise '.repeat(1_000)), ']]></a>']

  expect(cut(pieces, 32_000).length).toBe('<a><![CDATA[]]></a>'.length + 32_000)
})

const parts = [
  '<a b="',
  "<c d='",
  '"/>',
  "'>",
  '>',
  '</a>',
  '<![CDATA[',
  ']]>',
  ']',
  '&lt;',
  '&',
  ';',
  '<?',
  '?>',
  'x\n',
  '😀',
]

property.prop([fc.array(fc.constantFrom(...parts), { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 10 })])(
  'below the limit nothing changes, wherever the pieces begin',
  (some, cuts) => {
    const xml = some.join('')
    const places = [0, ...cuts.map((at) => at % (xml.length + 1)).toSorted((a, b) => a - b), xml.length]
    const pieces = places.slice(1).map((place, index) => xml.slice(places[index], place))

    expect(cut(pieces, 1_000)).toBe(xml)
  },
)
