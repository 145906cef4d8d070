import type { Configuration } from '../configuration.ts'
import type { Plan } from '../plan.ts'

/** Commands that test the plan as a whole: those of its tasks, then those of the repository, each once. */
export function planTests(plan: Pick<Plan, 'tasks'>, configuration: Pick<Configuration, 'run'>): string[] {
  return [...new Set([...plan.tasks.flatMap(({ test }) => test.commands), ...configuration.run.test_commands])]
}
