import { planTests } from '../domain/loop/plan-tests.ts'
import type { OwedOf } from './attempt-effect.ts'
import type { RunEffectKind, RunPlace } from './perform-run-effect.ts'

/** For git, publishing and waiting on GitHub, beside what commands may take. */
const besideMs = 15 * 60_000

/** When a run that still goes on is taken for hung: each of its commands has a limit of its own before that. */
export function findRunDeadlineMs({ action }: OwedOf<RunEffectKind>, { work, configuration }: RunPlace): number {
  const commandMs = configuration.run.timeout_minutes * 60_000
  const taskOf = (id: string) => work.plan?.tasks.find((task) => task.id === id)
  switch (action.kind) {
    case 'run_task':
      return besideMs + commandMs * (1 + (taskOf(action.task)?.test.commands.length ?? 0))
    case 'review_version': {
      const criteria = taskOf(action.task)?.acceptance_criteria ?? []
      return besideMs + commandMs * criteria.filter((one) => one.check_method === 'run_smoke_test').length
    }
    case 'validate_plan':
      // The tests, and as many runs again to find out why they failed.
      return besideMs + 2 * commandMs * (work.plan === null ? 1 : planTests(work.plan, configuration).length)
    case 'draft_plan':
      return besideMs + commandMs
    case 'mirror_tasks':
    case 'examine':
    case 'export':
      return besideMs
  }
}
