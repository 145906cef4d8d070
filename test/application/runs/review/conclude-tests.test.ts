import { expect, test } from 'vitest'
import { concludeTests } from '../../../../src/application/runs/review/conclude-tests.ts'
import type { TestReading } from '../../../../src/application/ports/roles/workspace.ts'
import { nothingNew } from '../../../../src/domain/debug/find-new-in-base.ts'
import type { TestCase } from '../../../../src/domain/loop/tests/test-report.ts'
import { buildTestOutcome } from '../../../support/runs/build-test-outcome.ts'
import { buildConfiguration, testUuid } from '../../../support/builders.ts'
import { FakeWorkspace } from '../../../support/fakes/fake-workspace.ts'
import { widgets } from '../../../support/local-repository.ts'

const configuration = buildConfiguration()
const owner = { runId: 'run-1', issue: 7, task: 'T1' }
const where = { repository: widgets, configuration, owner, signal: new AbortController().signal }

function failing(name: string, file: string): TestCase {
  return { suite: '', name, status: 'failed', duration_ms: 2, message: 'no', stack: null, file, line: 4 }
}

function read(...tests: TestCase[]): TestReading {
  const count = (status: TestCase['status']) => tests.filter((one) => one.status === status).length
  const totals = { passed: count('passed'), failed: count('failed'), skipped: 0, duration_ms: 9 }
  return { kind: 'read', report: { tests, totals, coverage: null } }
}

/** What comes of these tests, where debugging runs the same files again and reads `again`. */
async function conclude(tests: readonly TestCase[], again: readonly TestCase[]) {
  const workspace = new FakeWorkspace()
  const open = workspace.openWorkTree.bind(workspace)
  workspace.openWorkTree = async (...asked) => ({
    ...(await open(...asked)),
    readFile: (path) => Promise.resolve(path === 'test/a.js' ? new Uint8Array() : undefined),
    runTests: () => Promise.resolve(buildTestOutcome({ exitCode: 1, tests: read(...again) })),
  })
  const ports = {
    workspace,
    analyst: { name: 'none', analyse: () => Promise.resolve({ suspicions: [] }) },
    now: () => '2026-11-21T03:12:00.000Z',
    newId: () => testUuid('an id'),
  }
  const tested = [{ command: 'npm test', outcome: buildTestOutcome({ exitCode: 1, tests: read(...tests) }) }]
  const commit = { base: 'base', commit: 'head', tested, newInBase: nothingNew }
  return (await concludeTests(ports, where, commit)).validation
}

test('places are those that the version has: a test may write files, and name them', async () => {
  const { places } = await conclude([failing('a', 'test/a.js'), failing('b', 'out/made.js')], [])

  expect(places).toEqual([{ test: 'a', path: 'test/a.js', line: 4 }])
})

test('a failed test that passes on the same files is flaky beside one that fails again', async () => {
  const tests = [failing('a', 'test/a.js'), failing('b', 'test/a.js')]

  const { flaky_tests } = await conclude(tests, [
    { ...failing('a', 'test/a.js'), status: 'passed', message: null },
    failing('b', 'test/a.js'),
  ])

  expect(flaky_tests).toEqual(['a'])
})
