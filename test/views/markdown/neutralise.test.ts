import { fc, test as property } from '../../support/property.ts'
import { expect, test } from 'vitest'
import { toOneLine } from '../../../src/views/markdown/hidden-characters.ts'
import {
  codeFence,
  inlineCode,
  neutraliseBlock,
  neutraliseHtml,
  neutraliseInline,
  neutralisePlain,
} from '../../../src/views/markdown/neutralise.ts'
import { linearGrowth, measureGrowth } from '../../support/measure/measure-growth.ts'
import { anyText, hostileTexts } from '../hostile-text.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'

const places: Record<string, (text: string) => string> = {
  paragraph: (text) => `Before ${neutraliseInline(text)} after.`,
  'paragraph of its own': (text) => `Before.\n\n${neutraliseInline(text)}\n\nAfter.`,
  heading: (text) => `### ${neutraliseInline(text)}`,
  'list item': (text) => `- ${neutraliseInline(text)}\n- after`,
  'table cell': (text) => `| a | b |\n|:--|:--|\n| ${neutraliseInline(text)} | after |`,
  quote: (text) => `> ${neutraliseInline(text)}\n>\n> after`,
  'link text': (text) => `[${neutraliseInline(text)}](https://example.org)`,
  'bold text': (text) => `<b>${neutraliseInline(text)}</b>`,
  summary: (text) => `<details><summary>${neutraliseHtml(text)}</summary>\n\nInside.\n\n</details>\n\nAfter.`,
  block: (text) => `Before.\n\n${neutraliseBlock(text)}\n\nAfter.`,
}

/** Every element but text's own: paragraphs, line ends and code. */
function listMarkup(markdown: string): string[] {
  return listTags(markdown).filter((tag) => tag !== 'p' && tag !== 'br' && tag !== 'code')
}

/** What the text does in its place beside being read. */
function findEffects(place: (text: string) => string, text: string): unknown {
  const page = place(text)
  return { markup: listMarkup(page), live: findLiveText(readText(renderToTree(page), true)) }
}

for (const [name, place] of Object.entries(places)) {
  const nothing = { markup: listMarkup(place('word')), live: [] }

  test.each(hostileTexts)(`in a ${name}, this does nothing: %j`, (text) => {
    expect(findEffects(place, text)).toEqual(nothing)
  })

  property.prop([anyText], { numRuns: 60 })(`in a ${name}, no markup of others works`, (text) => {
    expect(findEffects(place, text)).toEqual(nothing)
  })
}

property.prop([anyText])('what an inline text says is still there to read', (text) => {
  const shown = readText(renderToTree(`x ${neutraliseInline(text)} x`)).replaceAll('\u2060', '')

  const withoutTicks = (value: string) => value.replace(/[`\s]/g, '')
  expect(withoutTicks(shown)).toBe(withoutTicks(`x${toOneLine(text)}x`))
})

test.each([
  ['a path in single backticks stays code', '`src/auth.ts` exists', '`src/auth.ts` exists'],
  ['an npm scope in code stays as it is', 'use `@octo/rest`', 'use `@octo/rest`'],
  [
    'double backticks hold backticks',
    'write `` - `a.md` exists `` or so',
    'write <code>&#45; &#96;a.md&#96; exists</code> or so',
  ],
  ['a closing keyword in double backticks is no code', '`` fixes #1 ``', '&#96;&#96; fixes #&#8288;1 &#96;&#96;'],
  ['a reference is parted', 'see #12', 'see #&#8288;12'],
  ['a closing keyword in backticks is no code', '`fixes #1`', '&#96;fixes #&#8288;1&#96;'],
  ['a pipe in backticks is no code', '`a|b`', '&#96;a&#124;b&#96;'],
  ['line ends become spaces', 'a\r\n\r\n  b', 'a b'],
  ['Chinese stays readable in the source', '检查令牌', '检查令牌'],
])('%s', (_, text, expected) => {
  const shown = neutraliseInline(text)

  expect(shown).toBe(expected)
})

test('of code each blank counts, and of words none', () => {
  const said = '`f("a   b")`  is   `a\tb`\n\n  and more'

  expect(neutraliseInline(said)).toBe('`f("a   b")` is `a\tb` and more')
  expect(inlineCode(' f("a   b")\n')).toBe('`f("a   b")`')
})

test('code for a summary is HTML', () => {
  const shown = neutraliseHtml('Check `exp < now`')

  expect(shown).toBe('Check <code>exp &#60; now</code>')
})

test('a block keeps its paragraphs and lines', () => {
  const shown = neutraliseBlock('one\ntwo\n\n- three')

  expect(shown).toBe('one  \ntwo\n\n&#45; three')
})

property.prop([anyText])('a plain text is one line in which no reference works', (text) => {
  const shown = neutralisePlain(text)

  expect(shown).not.toMatch(/[\r\n]/)
  expect(findLiveText(shown)).toEqual([])
})

property.prop([anyText])('a fence ends where it should', (text) => {
  const tags = listTags(`${codeFence(text, 'sh')}\n\nAfter.`)

  expect(tags).toEqual(['pre', 'code', 'p'])
})

property.prop([anyText])('inline code is one element in a table cell', (text) => {
  fc.pre(inlineCode(text) !== '')

  const tags = listTags(`| a |\n|:--|\n| ${inlineCode(text)} |`)

  expect(tags.filter((tag) => tag === 'code' || tag === 'a' || tag === 'td')).toEqual(['td', 'code'])
})

test('a block of empty lines is fenced in linear time', () => {
  const growth = measureGrowth(
    25_000,
    (size) => `${'\n'.repeat(size)}a`,
    (text) => codeFence(text),
  )

  expect(growth).toBeLessThan(linearGrowth)
})

test('a hundred kilobytes of anything is neutralised in linear time', () => {
  const makeLong = (size: number) =>
    hostileTexts.map((text) => text.repeat(size / 500)).join('') + '`'.repeat(size) + ':a'.repeat(size)

  const growth = measureGrowth(25_000, makeLong, neutraliseInline)

  expect(growth).toBeLessThan(linearGrowth)
})
