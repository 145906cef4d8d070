import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReportedCoverage } from '../../../../src/adapters/workspace/reports/formats/coverage.ts'
import { readInProcess } from '../../../../src/adapters/workspace/reports/read-in-process.ts'
import { readReportFile } from '../../../../src/adapters/workspace/reports/read-report-file.ts'
import { TestCollection } from '../../../../src/domain/loop/tests/test-collection.ts'

let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-reports-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function read(name: string, content: string): Promise<TestCollection | undefined> {
  await writeFile(join(dir, name), content)
  const tests = new TestCollection()
  return (await readReportFile(dir, name, tests, new ReportedCoverage())) ? tests : undefined
}

const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n<testsuite name="&b;"><testcase/></testsuite>`

const wide = Array.from({ length: 2_000 }, (_, at) => `a${at}=""`).join(' ')

describe('what is broken is said with file and line', () => {
  test.each([
    ['junit.xml', '<testsuite>\n<testcase name="a">\n</testsuite>\n', 'junit.xml:3: unexpected close tag.'],
    ['cut.xml', '<testsuite>\n<testcase name="a"/>\n', 'cut.xml:3: unclosed tag: testsuite'],
    ['bomb.xml', bomb, 'bomb.xml:2: undefined entity.'],
    ['deep.xml', '<testsuite>\n'.repeat(100_000), 'deep.xml:201: too many elements in one another'],
    ['wide.xml', `<testsuite\n${wide}>`, 'wide.xml:2: too many attributes'],
    ['empty.xml', '', 'empty.xml:1: document must contain a root element.'],
    ['a.json', '{\n  "numTotalTests": 1,\n', 'a.json:3: no JSON'],
    ['b.json', '{"numTotalTests": 1, "testResults": 7}', 'b.json: '],
    ['lcov.info', 'SF:a.js\nDA:1,x\nend_of_record\n', 'lcov.info:2: "x" is no count'],
    ['cut.info', 'SF:a.js\nDA:1,2\n', 'cut.info:2: it ends in the middle of a record'],
  ])('%s', async (name, content, message) => {
    await expect(read(name, content)).rejects.toThrow(message)
  })
})

test.each([
  ['other.xml', '<project><testcase name="a"/></project>'],
  ['other.json', '{"status": "passed"}'],
  ['notes.tap', 'nothing here\n'],
])('%s is no report', async (name, content) => {
  expect(await read(name, content)).toBeUndefined()
})

test('a link is not followed', async () => {
  await writeFile(join(dir, 'target'), '<testsuite><testcase name="a"/></testsuite>')
  await symlink(join(dir, 'target'), join(dir, 'junit-link.xml'))

  await expect(readReportFile(dir, 'junit-link.xml', new TestCollection(), new ReportedCoverage())).rejects.toThrow(
    'junit-link.xml: ELOOP',
  )
})

test('a suite that failed outside of its tests has failed', async () => {
  const tests = await read('setup.xml', '<testsuite name="db" tests="1" errors="1"><testcase name="a"/></testsuite>')

  expect(tests?.totals).toMatchObject({ passed: 1, failed: 1 })
})

test('25 MB of JUnit are read where there is room for 16', async () => {
  const failed = `<testcase name="fails" classname="a"><failure message="no">${'at x (a.test.ts:1:1)\n'.repeat(20)}</failure></testcase>\n`
  const passed = '<testcase name="passes" classname="a" time="0.001"/>\n'
  const noise = `<system-out>${'noise '.repeat(200)}</system-out>\n`
  const suite = `<testsuite name="s">\n${(failed + passed + noise).repeat(600)}</testsuite>\n`
  const times = Math.ceil(25_000_000 / suite.length)
  await writeFile(join(dir, 'junit-large.xml'), ['<testsuites>\n', ...Array(times).fill(suite), '</testsuites>\n'])
  const question = { dir, paths: ['junit-large.xml'] }

  const { tests } = await readInProcess(question, AbortSignal.timeout(60_000), { heapMiB: 16 })

  expect(tests.totals).toMatchObject({ passed: times * 600, failed: times * 600 })
})
