import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReportedCoverage } from '../../../../src/adapters/workspace/reports/formats/coverage.ts'
import { locateTests } from '../../../../src/adapters/workspace/reports/locate-tests.ts'
import { OutputReport } from '../../../../src/adapters/workspace/reports/output-report.ts'
import { readReportFile } from '../../../../src/adapters/workspace/reports/read-report-file.ts'
import { TestCollection } from '../../../../src/domain/loop/tests/test-collection.ts'
import { summariseTests } from '../../../../src/views/check/test-summary.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures/test-reports')
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-reports-'))
  for (const path of ['auth.test.js', 'auth.test.ts', 'broken.test.ts', 'test_auth.py', 'auth/auth_test.go']) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), '')
  }
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function readFixture(name: string): Promise<string[]> {
  await copyFile(join(fixtures, name), join(dir, name))
  const tests = new TestCollection()
  expect(await readReportFile(dir, name, tests, new ReportedCoverage())).toBe(true)
  return summarise(tests)
}

async function summarise(tests: TestCollection): Promise<string[]> {
  const located = await locateTests(dir, tests.kept, (text) => text)
  return summariseTests({ tests: located, totals: { ...tests.totals }, coverage: null })
}

const ofNode = [
  '1 of 3 tests passed, 2 skipped; failed:',
  'auth › refuses expired (auth.test.js:7): Expected values to be strictly equal: 200 !== 401',
  'top level fails (auth.test.js:13): boom <b>@ada</b>',
]
const ofVitest = [
  '1 of 3 tests passed, 2 skipped; failed:',
  'auth › refuses expired (auth.test.ts:6): AssertionError: expected 200 to be 401 // Object.is equality',
  "broken.test.ts (broken.test.ts): Cannot find module './missing.ts' imported from broken.test.ts",
]
const ofPytest = [
  '1 of 3 tests passed, 1 skipped; failed:',
  'test_auth.TestAuth › test_refuses_expired (test_auth.py:10): assert 200 == 401',
  'test_auth › test_with_database (test_auth.py:19): failed on setup with "RuntimeError: no database"',
]
const ofGo = [
  '1 of 3 tests passed, 1 skipped; failed:',
  'example.com/shop/auth › TestToken › refuses_expired (auth/auth_test.go:41): expected 401, got 200',
  'example.com/shop/cart › the package: undefined: price',
]

describe('files', () => {
  test.each([
    ['node.tap', ofNode],
    ['node-junit.xml', ofNode],
    ['vitest.json', ofVitest],
    ['pytest-junit.xml', ofPytest],
    ['pytest-junit-xunit1.xml', ofPytest],
    ['go-test.ndjson', ofGo],
  ])('%s', async (name, lines) => {
    expect(await readFixture(name)).toEqual(lines)
  })

  test.each(['vitest-junit.xml', 'vitest.tap', 'vitest-flat.tap'])('%s tells of the same failures', async (name) => {
    const [head, expired, broken] = await readFixture(name)

    expect(head).toBe('1 of 3 tests passed, 2 skipped; failed:')
    expect(expired).toMatch(/refuses expired \(auth\.test\.ts:6\): expected 200 to be 401/)
    expect(broken).toMatch(/broken\.test\.ts \(broken\.test\.ts:1\): Cannot find module/)
  })

  test.each([
    ['node.lcov.info', { lines: 5, covered: 3 }],
    ['cobertura.xml', { lines: 10, covered: 8 }],
  ])('%s is coverage, no report of tests', async (name, lines) => {
    await copyFile(join(fixtures, name), join(dir, name))
    const coverage = new ReportedCoverage()

    const isReport = await readReportFile(dir, name, new TestCollection(), coverage)

    expect([isReport, coverage.result()]).toEqual([false, lines])
  })
})

describe('output', () => {
  async function readOutput(text: string): Promise<string[] | undefined> {
    const output = new OutputReport()
    // In pieces that cut lines and characters.
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 7) output.push(bytes.subarray(at, at + 7))
    return output.end() ? await summarise(output.tests) : undefined
  }
  const read = (name: string) => readFile(join(fixtures, name), 'utf8')

  test('the default of node --test, which has no suites in its list of failed tests', async () => {
    const lines = await readOutput(`> npm test\n\n${await read('node-spec.txt')}`)

    expect(lines).toEqual(ofNode.map((line) => line.replace('auth › ', '')))
  })

  const failed = `Expected values to be strictly equal:
  + actual - expected

  + 'ello-orld'
  - 'hello-world'
`
  test.each([
    [
      'spec',
      `ℹ tests 1\nℹ suites 0\nℹ pass 0\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 7\n\n✖ failing tests:\n\ntest at auth.test.js:3:1\n✖ joins (1.5ms)\n  AssertionError [ERR_ASSERTION]: ${failed}`,
    ],
    [
      'TAP',
      `TAP version 13\nnot ok 1 - joins\n  ---\n  error: |-\n    ${failed.replaceAll('\n', '\n  ')}\n  ...\n1..1\n`,
    ],
  ])('what differs is told of an assertion that prints it line by line: %s', async (_name, text) => {
    expect((await readOutput(text))?.join('\n')).toContain(
      "Expected values to be strictly equal: got 'ello-orld', expected 'hello-world'",
    )
  })

  test('and its tests that passed or were skipped, each in its suite', async () => {
    const output = new OutputReport()
    output.push(Buffer.from(await read('node-spec.txt')))
    output.end()

    const others = output.tests.kept.filter(({ status }) => status !== 'failed')

    expect(others.map(({ suite, name, status }) => [suite, name, status])).toEqual([
      ['auth', 'accepts a fresh token', 'passed'],
      ['auth', 'refuses unsigned', 'skipped'],
      ['', 'later', 'skipped'],
    ])
  })

  test('a stack says nothing of where the work tree lies on the server', async () => {
    const output = new OutputReport()
    output.push(Buffer.from((await read('node-spec.txt')).replace('file:///work/auth', `file://${dir}/auth`)))
    output.end()

    const [expired] = await locateTests(dir, output.tests.kept, (text) => text)

    expect(expired?.stack).toContain('at TestContext.<anonymous> (auth.test.js:7:12)')
  })

  test.each([
    ['node.tap', ofNode],
    ['go-test.ndjson', ofGo],
  ])('%s between other lines', async (name, lines) => {
    expect(await readOutput(`building\n1 file\n${await read(name)}\nnpm error code 1\n`)).toEqual(lines)
  })

  test("Vitest's JSON on a line", async () => {
    const line = JSON.stringify(JSON.parse(await read('vitest.json')))

    expect(await readOutput(`warning\n${line}\n`)).toEqual(ofVitest)
  })

  test.each([
    ['TAP version 13\n1..0\n', 'no test ran'],
    ['1..0 # skip nothing here\n', 'no test ran'],
    ['ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\n', 'no test ran'],
    ['1..1\nok 1 - a # SKIP no key\n', 'no test ran, 1 skipped'],
    ['ok 1 - a\nok 2 - b\n1..2\n', '2 of 2 tests passed'],
    ['1..2\nok 1 - a\n', '1 of 2 tests passed; failed: the run: incorrect number of tests'],
    ['1..2\nok 1 - a\nBail out! no disk\n', '1 of 2 tests passed; failed: the run: Bail out! no disk'],
    ['1..1\nnot ok 1 - a # TODO later\n', 'no test ran, 1 skipped'],
  ])('%j: %s', async (output, line) => {
    expect(await readOutput(output)).toEqual([line])
  })

  test.each(['ok\n', '1..10\n', 'ok 1 - all good\n', '{"Action":"deploy"}\n', '{"numbers":[1]}\n', 'ℹ note\n'])(
    '%j is no report',
    async (output) => {
      expect(await readOutput(output)).toBeUndefined()
    },
  )

  test('a test that began and never ended has failed', async () => {
    const event = (fields: object) => `${JSON.stringify({ Package: 'a', ...fields })}\n`
    const output =
      event({ Action: 'run', Test: 'TestHang' }) + event({ Action: 'output', Test: 'TestHang', Output: '' })

    expect(await readOutput(output)).toEqual(['0 of 1 test passed; failed: a › TestHang: it did not end'])
  })
})
