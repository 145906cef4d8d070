import type { Configuration } from '../domain/configuration.ts'
import type { Task } from '../domain/task.ts'
import { judgeTestRun } from './judge-test-run.ts'
import type { TestOutcome, WorkTree } from './ports/workspace.ts'

export interface Validation {
  passed: boolean
  summary: string
}

/** The task's own test commands on its version, before the CHECK (design 2 "Loop"); null where it has none. */
export async function runOwnTests(
  run: { task: Task; configuration: Configuration; signal: AbortSignal },
  workTree: WorkTree,
): Promise<Validation | null> {
  const { run: limits } = run.configuration
  const { commands } = run.task.test
  const reported: string[] = []
  for (const command of commands) {
    const outcome = await workTree.runTests(
      command,
      {
        timeoutMs: limits.timeout_minutes * 60_000,
        maxOutputBytes: limits.max_output_bytes,
        isolation: limits.isolation,
        network: limits.network,
        signal: run.signal,
      },
      limits.test_reports,
    )
    const { passed, told } = judgeTestRun(outcome)
    if (!passed) return { passed, summary: `\`${command}\` ${describeFailure(outcome, told)}` }
    reported.push(...told)
  }
  if (commands.length === 0) return null
  return { passed: true, summary: [`${commands.length} test commands passed`, ...reported].join('; ') }
}

/** What the reports tell, else the end of the output. */
function describeFailure({ timedOut, exitCode, output }: TestOutcome, told: readonly string[]): string {
  const how = timedOut ? 'ran out of time' : `ended with exit code ${exitCode}`
  const said =
    told.length > 0 ? told.join(' · ').slice(0, 1_000) : output.trim().split('\n').slice(-3).join(' ').slice(-300)
  return `${how}: ${said}`
}
