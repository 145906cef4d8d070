import { expect, test } from 'vitest'
import { readFailures } from '../../../../src/domain/debug/read/read-failures.ts'
import { buildChange, buildFailure, buildHunk, buildRequest } from '../build-request.ts'

const source = {
  path: 'test/a.test.js',
  text: "test('adds up', () => {\n  one()\n  two()\n})\ntest('other', () => {\n  three()\n})\n",
}

test('a failed test with its frames among known files, and its own lines', () => {
  const stack = '  at f (/work/src/a.js:10:1)\n  at /work/elsewhere.js:1:1\n  at /work/test/a.test.js:3:1'
  const request = buildRequest({
    change: buildChange(buildHunk()),
    tests: [buildFailure({ stack })],
    sources: [source],
  })

  expect(readFailures(request)).toMatchObject([
    {
      name: 'adds up',
      place: { path: 'test/a.test.js', line: 3 },
      frames: [
        { path: 'src/a.js', line: 10 },
        { path: 'test/a.test.js', line: 3 },
      ],
      body: { path: 'test/a.test.js', from: 1, to: 4 },
    },
  ])
})

test('a test without a place is found by its name', () => {
  const tests = [buildFailure({ name: 'other', file: null, line: null })]

  expect(readFailures(buildRequest({ tests, sources: [source] }))[0]?.body).toMatchObject({ from: 5, to: 7 })
})

test('a test that is declared in its own way is found by the mention of its name', () => {
  const text = `${'\n'.repeat(9)}check 'keeps a week' "$(kept 7)" yes\n`
  const tests = [buildFailure({ name: 'keeps a week', file: null, line: null })]

  expect(readFailures(buildRequest({ tests, sources: [{ path: 'test/run.sh', text }] }))[0]?.body).toMatchObject({
    path: 'test/run.sh',
    from: 5,
  })
})

test('without a report, tests are found by the stacks in the output', () => {
  const request = buildRequest({
    tests: [],
    sources: [
      {
        path: 'tests/test_a.py',
        text: 'class A:\n    def test_one(self):\n        x()\n    def test_two(self):\n        y()\n',
      },
    ],
  })
  const output =
    'FAIL: test_two\nTraceback:\n  File "/work/tests/test_a.py", line 5, in test_two\nAssertionError: 1 != 2\n'

  expect(readFailures({ ...request, run: { ...request.run, report: null, output } })).toMatchObject([
    { name: 'test_two', place: { path: 'tests/test_a.py', line: 5 }, body: { from: 4, to: 5 } },
  ])
})

test('without any test, the command as a whole has failed', () => {
  const request = buildRequest({ tests: [] })

  expect(readFailures({ ...request, run: { ...request.run, output: 'no\u0007pe' } })).toEqual([
    { name: null, place: null, text: 'nope', frames: [], body: null },
  ])
})
