import { test as property } from '../../support/property.ts'
import { expect, test } from 'vitest'
import { parseCode, parseProse } from '../../../src/domain/loop/progress/parse-cell.ts'
import { renderCode, renderProse } from '../../../src/views/loop-progress/cell.ts'
import { anyText, hostileTexts } from '../hostile-text.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'

test.each(hostileTexts)('prose is read back as it was: %j', (text) => {
  expect(parseProse(renderProse(text))).toBe(text)
})

property.prop([anyText], { numRuns: 2_000 })('whatever prose it is, it is read back as it was', (text) => {
  expect(parseProse(renderProse(text))).toBe(text)
  expect(renderProse(text)).not.toMatch(/[\n\r|]|<!--/)
})

property.prop([anyText], { numRuns: 2_000 })('whatever name it is, it is read back as it was', (text) => {
  expect(parseCode(renderCode(text))).toBe(text)
  expect(renderCode(text)).not.toMatch(/[\n\r|]|<!--/)
})

const acrossLines = [[':Setext\n---:'] as [string]]

property.prop([anyText], { numRuns: 300, examples: acrossLines })(
  'in a table neither prose nor a name does anything',
  (text) => {
    const page = `| a | b |\n|:--|:--|\n| ${renderProse(text)} | ${renderCode(text)} |`
    const allowed = new Set(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'code', 'br', 'em'])

    expect(listTags(page).filter((tag) => !allowed.has(tag))).toEqual([])
    expect(findLiveText(readText(renderToTree(page), true))).toEqual([])
  },
)

test.each([
  ['a line end is one', 'one\ntwo', 'one<br>two'],
  ['code stays code', '`src/a.ts` exists', '`src/a.ts` exists'],
  ['what draws nothing shows', 'a\u200bb', 'a&#92;u&#123;200b&#125;b'],
  ['a pattern keeps its backslash', String.raw`\d+`, '&#92;d+'],
  ['nothing is said', '', '*empty*'],
])('%s', (_, text, shown) => {
  expect(renderProse(text)).toBe(shown)
})
