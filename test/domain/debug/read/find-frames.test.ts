import { expect, test } from 'vitest'
import { findFrames, findPath } from '../../../../src/domain/debug/read/find-frames.ts'

const placesOf = (text: string) => findFrames(text).map(({ path, line }) => `${path}:${line}`)

test("V8's frames, by name, by URL and without a function", () => {
  const text = [
    'TypeError: x is not a function',
    '    at total (file:///work/src/cart.js:12:5)',
    '    at async Object.run (/work/src/run.ts:3:1)',
    '    at /work/test/cart.test.js:7:10',
    '    at node:internal/main:1:1',
  ].join('\n')

  expect(placesOf(text)).toEqual(['/work/src/cart.js:12', '/work/src/run.ts:3', '/work/test/cart.test.js:7'])
})

test('Python tells the nearest frame last, and is turned around traceback by traceback', () => {
  const text = [
    'FAIL: test_one',
    'Traceback (most recent call last):',
    '  File "/work/tests/test_a.py", line 4, in test_one',
    '    self.assertEqual(add(1), 2)',
    '  File "/work/a.py", line 9, in add',
    'KeyError: 1',
    'Traceback (most recent call last):',
    '  File "/work/tests/test_b.py", line 5, in test_two',
    'ValueError',
  ].join('\n')

  expect(placesOf(text)).toEqual(['/work/a.py:9', '/work/tests/test_a.py:4', '/work/tests/test_b.py:5'])
})

test.each([
  ['Go', '    cart_test.go:17: got 3, want 4', 'cart_test.go:17'],
  ['a Go panic', '\t/work/cart/cart.go:21 +0x1d', '/work/cart/cart.go:21'],
  ['short pytest', 'tests/test_cart.py:12: AssertionError', 'tests/test_cart.py:12'],
  ['TAP', '  at: test/cart.js:8:3', 'test/cart.js:8'],
  ['a shell', 'lib/read.sh: line 3: field: not found', 'lib/read.sh:3'],
  ['a compiler', 'src/main.c:10:2: error: expected ;', 'src/main.c:10'],
])('%s', (_, text, place) => {
  expect(placesOf(text)).toEqual([place])
})

test('dependencies and the runtime are no places of the repository', () => {
  const text = [
    'at x (/work/node_modules/a/index.js:1:1)',
    '  File "/usr/lib/python3.11/unittest/case.py", line 57, in run',
    'at http://127.0.0.1:8080',
  ].join('\n')

  expect(placesOf(text)).toEqual([])
})

test('hostile lines cost no time', () => {
  expect(findFrames(`${'a.'.repeat(200_000)}\n${'File "'.repeat(50_000)}`)).toEqual([])
})

test('a spelled path is the longest known one that it ends with', () => {
  const known = ['cart.js', 'src/cart.js', 'lib/cart.js']

  expect(findPath('/work/src/cart.js', known)).toBe('src/cart.js')
  expect(findPath('./lib/cart.js', known)).toBe('lib/cart.js')
  expect(findPath('/work/src/smart-cart.js', known)).toBeUndefined()
})
