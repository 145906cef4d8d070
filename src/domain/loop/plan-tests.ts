import type { Configuration } from '../configuration/configuration.ts'
import type { Plan } from '../plan/plan.ts'
import { askedCommands } from '../plan/whole-cover.ts'

/** Commands that test the plan as a whole: those of its tasks, of the issue, then of the repository, each once. */
export function planTests(plan: Pick<Plan, 'tasks' | 'goals'>, configuration: Pick<Configuration, 'run'>): string[] {
  const own = plan.tasks.flatMap(({ test }) => test.commands)
  return [...new Set([...own, ...askedCommands(plan), ...configuration.run.test_commands])]
}
