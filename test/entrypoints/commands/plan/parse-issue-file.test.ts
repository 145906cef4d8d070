import { expect, test } from 'vitest'
import { parseIssueFile } from '../../../../src/entrypoints/commands/plan/parse-issue-file.ts'

test('the heading it begins with is the title, all below the text', () => {
  expect(parseIssueFile('# Say hello #\n\nPlease.\n\n# Not this\n')).toEqual({
    ok: true,
    title: 'Say hello',
    body: 'Please.\n\n# Not this',
    bodyLine: 3,
  })
})

test('front matter may hold the title; then headings are text', () => {
  expect(parseIssueFile('---\ntitle: "Say: hello"\nlabels: [a]\n---\n\n# Why\n')).toEqual({
    ok: true,
    title: 'Say: hello',
    body: '# Why',
    bodyLine: 6,
  })
})

test('front matter without a title leaves it to the heading', () => {
  expect(parseIssueFile('---\nlabels: [a]\n---\n# Why\nSo.')).toMatchObject({ title: 'Why', body: 'So.' })
})

test('line ends of Windows and a byte order mark are no matter', () => {
  expect(parseIssueFile('\uFEFF# A\r\n\r\nb\r\nc\r\n')).toMatchObject({ title: 'A', body: 'b\nc', bodyLine: 3 })
})

test('a title alone is an issue without text', () => {
  expect(parseIssueFile('# Only this')).toEqual({ ok: true, title: 'Only this', body: '', bodyLine: 2 })
})

test('a rule in the text is no front matter', () => {
  expect(parseIssueFile('# A\n---\ntitle: B\n---\n')).toMatchObject({ title: 'A' })
})

test.each([
  ['no heading', 'Hello', 'Line 1: an issue needs a title'],
  ['a smaller heading', '\n## Hello', 'Line 2: an issue needs a title'],
  ['broken front matter', '---\nlabels: []\ntitle: [\n---\n# A', 'Line 3, column 8: this `[` is never closed'],
])('%s is a fault with its line', (_name, text, message) => {
  const parsed = parseIssueFile(text)

  expect(parsed.ok ? [] : parsed.faults).toEqual([expect.stringContaining(message)])
})
