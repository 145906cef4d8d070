import type { TestOutcome } from '../../../src/application/ports/roles/workspace.ts'

/** What a command that tested nothing came to: it passed. */
export function buildTestOutcome(overrides: Partial<TestOutcome> = {}): TestOutcome {
  return {
    exitCode: 0,
    timedOut: false,
    aborted: false,
    output: '',
    outputBytes: 0,
    durationMs: 1,
    tests: { kind: 'none' },
    ...overrides,
  }
}
