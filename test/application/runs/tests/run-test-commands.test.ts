import { expect, test } from 'vitest'
import { runTestCommands } from '../../../../src/application/runs/tests/run-test-commands.ts'
import type { TestOutcome } from '../../../../src/application/ports/roles/workspace.ts'
import { buildConfiguration, testSha } from '../../../support/builders.ts'
import { FakeWorkspace } from '../../../support/fakes/fake-workspace.ts'
import { repository } from '../../../support/fakes/machine.ts'

const failed: TestOutcome = {
  exitCode: 1,
  timedOut: false,
  aborted: false,
  output: '',
  outputBytes: 0,
  durationMs: 7,
  tests: { kind: 'none' },
}

test.each([
  ['the first that fails is the last that runs', [], ['lint']],
  ['a waived failure lets the others run', ['lint'], ['lint', 'npm test']],
])('%s', async (_case, waived, ran) => {
  const workspace = new FakeWorkspace()
  workspace.test = (command) => (command === 'lint' ? failed : { ...failed, exitCode: 0 })
  await using tree = await workspace.openWorkTree(repository, testSha('head'))
  const signal = new AbortController().signal

  const tested = await runTestCommands(tree, ['lint', 'npm test'], buildConfiguration(), signal, new Set(waived))

  expect(tested.map(({ command }) => command)).toEqual(ran)
})
