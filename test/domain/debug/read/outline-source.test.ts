import { expect, test } from 'vitest'
import { outlineSource } from '../../../../src/domain/debug/read/outline-source.ts'

const outline = (path: string, lines: readonly string[]) =>
  outlineSource({ path, text: lines.join('\n') }).map(({ name, kind, from, to }) => `${kind} ${name} ${from}-${to}`)

test('functions, classes, methods and constants of JavaScript', () => {
  const lines = [
    'export const limit = 3',
    'export async function add(',
    '  a,',
    ') {',
    '  return a',
    '}',
    'class Cart {',
    '  total(items) {',
    '    if (items) {',
    '      return 1',
    '    } else {',
    '      return 2',
    '    }',
    '  }',
    '}',
  ]

  expect(outline('a.js', lines)).toEqual([
    'symbol limit 1-1',
    'symbol add 2-6',
    'symbol Cart 7-15',
    'symbol total 8-14',
  ])
})

test('functions of Python and its tests, by indentation', () => {
  const lines = [
    'RATE = 2',
    '',
    'class BookTest:',
    '    def test_adds(self):',
    '        x = 1',
    '',
    '        y = 2',
    '',
    'def add():',
    '    pass',
  ]

  expect(outline('a.py', lines)).toEqual([
    'symbol RATE 1-1',
    'symbol BookTest 3-7',
    'test test_adds 4-7',
    'symbol add 9-10',
  ])
})

test('functions of Go and shell', () => {
  expect(outline('a.go', ['func (c *Cart) Total() int {', '\treturn 1', '}'])).toEqual(['symbol Total 1-3'])
  expect(outline('a.go', ['func TestTotal(t *testing.T) {', '}'])).toEqual(['test TestTotal 1-2'])
  expect(outline('a.sh', ['read_all() {', '  echo 1', '}', 'LIMIT=3'])).toEqual([
    'symbol read_all 1-3',
    'symbol LIMIT 4-4',
  ])
})

test('tests by their titles', () => {
  expect(
    outline('a.test.js', ["describe('cart', () => {", "  it('adds', async () => {", '    ok()', '  })', '})']),
  ).toEqual(['test adds 2-4'])
})

test('keys of data files', () => {
  expect(outline('a.json', ['{', '  "tea": 450,', '  "mug": {', '    "price": 1', '  }', '}'])).toEqual([
    'symbol tea 2-2',
    'symbol mug 3-5',
    'symbol price 4-4',
  ])
})
