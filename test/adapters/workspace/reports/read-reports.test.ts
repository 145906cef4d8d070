import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readInProcess } from '../../../../src/adapters/workspace/reports/read-in-process.ts'
import { readReportFiles } from '../../../../src/adapters/workspace/reports/read-report-files.ts'
import { readReports } from '../../../../src/adapters/workspace/reports/read-reports.ts'
import { patienceMs } from '../../../support/vitest/patience.ts'

const megabyte = 1_000_000
const passed = '<testcase name="passes" classname="a" time="0.5"/>\n'
const failed = '<testcase name="fails" file="a.js" line="3"><failure message="no">at a.js:3</failure></testcase>\n'

let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-reports-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function read(files: Record<string, string>, signal = new AbortController().signal) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content)
  return readReports(dir, Object.keys(files), signal)
}

const readers = new Set<ChildProcess>()
const startsHere = 'child_process'
const noteStart = (message: unknown) => void readers.add((message as { process: ChildProcess }).process)
subscribe(startsHere, noteStart)
afterAll(() => unsubscribe(startsHere, noteStart))

/** Readers that were started here, run, and weren't cancelled once they have answered. */
function countReaders(): number {
  const running = [...readers].filter((one) => one.exitCode === null && one.signalCode === null && one.connected)
  return running.length
}

test('large reports say the same as if they were read here', async () => {
  const junit = `<testsuite name="s">${(passed + failed).repeat(8_000)}</testsuite>`
  const files = { 'junit.xml': junit, 'lcov.info': 'SF:a.js\nLF:4\nLH:3\nend_of_record\n' }

  const reports = await read(files)

  expect(reports).toMatchObject({ hasTests: true, coverage: { lines: 4, covered: 3 } })
  expect(reports.tests.totals).toMatchObject({ passed: 8_000, failed: 8_000, duration_ms: 4_000_000 })
  expect(reports).toEqual(await readReportFiles(dir, Object.keys(files)))
})

test('many small reports are large together, and the process that read the last ones reads them', async () => {
  const junit = `<testsuite name="s">${passed.repeat(4_000)}</testsuite>`
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`TEST-${at}.xml`, junit]))

  // One that has grown too large in between isn't kept; when it collects what is over is its own affair.
  let begun = 1
  let passedTests = 0
  for (let reads = 0; begun > 0 && reads < 6; reads += 1) {
    const before = readers.size
    passedTests = (await read(files)).tests.totals.passed
    begun = readers.size - before
  }

  expect([passedTests, begun]).toEqual([32_000, 0])
  expect(countReaders()).toBe(1)
})

test('of a hostile one it is said what is wrong with it', async () => {
  const reading = read({ 'deep.xml': '<testsuite>\n'.repeat(megabyte) })

  await expect(reading).rejects.toThrow('deep.xml:201: too many elements in one another')
})

test('one attribute that is nearly all of the file is cut', async () => {
  const reports = await read({
    'attribute.xml': `<testsuite><testcase name="${'a'.repeat(3 * megabyte)}"/></testsuite>`,
  })

  expect(reports.tests.kept[0]?.name).toHaveLength(300)
})

describe('one that is too much for its reader', () => {
  const paths = ['junit.xml', 'large.json']
  const signal = new AbortController().signal

  beforeAll(async () => {
    await writeFile(join(dir, 'junit.xml'), `<testsuite>${passed}</testsuite>`)
    await writeFile(join(dir, 'large.json'), `{"testResults": [${'{},'.repeat(megabyte)}{}]}`)
  })

  test('in memory ends it and nothing else', async () => {
    const before = countReaders()
    const reading = readInProcess({ dir, paths }, signal, { heapMiB: 24, ms: 20_000 })

    await expect(reading).rejects.toThrow('large.json: it could not be read: it needs more than 24 MiB of memory')
    expect(countReaders()).toBe(before)
  })

  test('in time ends it too', async () => {
    const reading = readInProcess({ dir, paths }, signal, { heapMiB: 256, ms: 1 })

    await expect(reading).rejects.toThrow('it could not be read within 0.001 s')
    expect(countReaders()).toBe(0)
  })
})

test('reading ends when the run is told to end', async () => {
  const told = new AbortController()
  const before = readers.size
  const reading = read({ 'junit.xml': `<testsuite>${passed.repeat(400_000)}</testsuite>` }, told.signal)
  await vi.waitFor(() => expect(readers.size).toBe(before + 1), { timeout: patienceMs(30_000) })

  told.abort()

  await expect(reading).rejects.toThrow('aborted')
  expect(countReaders()).toBe(0)
})
