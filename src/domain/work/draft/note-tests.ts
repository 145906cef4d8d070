import type { Configuration } from '../../configuration/configuration.ts'
import { planTests } from '../../loop/plan-tests.ts'
import type { FileSizes } from '../../plan/estimate/file-sizes.ts'
import { guessTestCommand } from '../../plan/estimate/manifest-tests.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Task } from '../../plan/task.ts'
import { recordText } from '../../language/message.ts'

const most = 5

/** The plan with a note on which tests will be run on all that there is once its tasks are done; known before anybody approves; of none, how they are named. */
export function noteTests(plan: Plan, configuration: Pick<Configuration, 'run'>, files: FileSizes): Plan {
  const commands = planTests(plan, configuration)
  // Told by the criteria that run something; nothing else is to be said.
  if (commands.length === 0 && plan.tasks.some(runsCommand)) return plan
  const shown = commands.slice(0, most).map((command) => `\`${command.slice(0, 100).replaceAll(/[`\n]/g, ' ')}\``)
  const more = commands.length > most ? ` and ${commands.length - most} more` : ''
  const note =
    commands.length === 0
      ? recordText(
          "Your repository's tests won't be run: name them in `.github/countersign.yml`, as `run: {example}`. The checks of your CI show at the pull requests.",
          { example: `{ test_commands: [${guessTestCommand(files) ?? 'how they are run'}] }` },
        )
      : recordText('Tests that will be run on what the tasks come to: {tests}.', {
          tests: `${shown.join(', ')}${more}`,
        })
  return { ...plan, notes: [note, ...plan.notes] }
}

function runsCommand({ acceptance_criteria: criteria }: Task): boolean {
  return criteria.some((one) => one.check_method === 'run_smoke_test' && one.command !== undefined)
}
