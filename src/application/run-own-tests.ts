import type { Configuration } from '../domain/configuration.ts'
import type { Task } from '../domain/task.ts'
import type { WorkTree } from './ports/workspace.ts'

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
  for (const command of run.task.test.commands) {
    const outcome = await workTree.run(command, {
      timeoutMs: limits.timeout_minutes * 60_000,
      maxOutputBytes: limits.max_output_bytes,
      isolation: limits.isolation,
      network: limits.network,
      signal: run.signal,
    })
    if (outcome.exitCode === 0) continue
    const how = outcome.timedOut ? 'ran out of time' : `ended with exit code ${outcome.exitCode}`
    return {
      passed: false,
      summary: `\`${command}\` ${how}: ${outcome.output.trim().split('\n').slice(-3).join(' ').slice(-300)}`,
    }
  }
  return run.task.test.commands.length === 0
    ? null
    : { passed: true, summary: `${run.task.test.commands.length} test commands passed` }
}
