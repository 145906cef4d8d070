import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { commandLimits } from './command-limits.ts'
import type { WorkTree } from '../../ports/roles/workspace.ts'
import { judgeTestRun } from './judge-test-run.ts'
import { isWaived, type TestedCommand } from './test-findings.ts'

/** Test commands one after the other until one fails with more than `waived` tests, in isolation under the limits of a run. */
export async function runTestCommands(
  workTree: WorkTree,
  commands: readonly string[],
  { run }: Pick<Configuration, 'run'>,
  signal: AbortSignal,
  waived: ReadonlySet<string> = new Set(),
): Promise<TestedCommand[]> {
  const tested: TestedCommand[] = []
  for (const command of commands) {
    if (signal.aborted) break
    const outcome = await workTree.runTests(command, commandLimits(run, signal), run.test_reports)
    const one = { command, outcome }
    tested.push(one)
    if (!judgeTestRun(outcome).passed && !isWaived(one, waived)) break
  }
  return tested
}
