import { planTests } from '../../domain/loop/plan-tests.ts'
import type { OwedOf } from '../effects/attempt-effect.ts'
import { debuggingDeadlines } from '../runs/debug/debug-failure.ts'
import type { RunEffectKind, RunPlace } from '../effects/run-kinds.ts'

/** For git, publishing and GitHub's answers, beside what commands may take. Waiting for a limit of GitHub's is not counted. */
const besideMs = 15 * 60_000

/** When a run that still goes on is taken for hung: each of its commands has a limit of its own before that. */
export function findRunDeadlineMs({ action }: OwedOf<RunEffectKind>, { work, configuration }: RunPlace): number {
  const commandMs = configuration.run.timeout_minutes * 60_000
  const taskOf = (id: string) => work.plan?.tasks.find((task) => task.id === id)
  switch (action.kind) {
    case 'run_task':
      return besideMs + commandMs * (1 + withDebugging(taskOf(action.task)?.test.commands ?? []))
    case 'review_version': {
      const task = taskOf(action.task)
      const smoke = task?.acceptance_criteria.filter((one) => one.check_method === 'run_smoke_test') ?? []
      // What a person pushed is tested here (decision 25).
      return besideMs + commandMs * (smoke.length + withDebugging(task?.test.commands ?? []))
    }
    case 'validate_plan':
      return besideMs + commandMs * withDebugging(work.plan === null ? [] : planTests(work.plan, configuration))
    case 'draft_plan':
      return besideMs + commandMs
    case 'mirror_tasks':
    case 'examine':
    case 'export':
      return besideMs
  }
}

/** So many runs at most: each test command once, and what it takes to find out why one failed. */
function withDebugging(tests: readonly string[]): number {
  return tests.length === 0 ? 0 : tests.length + debuggingDeadlines
}
