import { recordText } from '../../language/message.ts'
import { z } from 'zod'
import { agentNames } from '../executor-names.ts'

/** People and what the issue spells out need no machine of their own. */
const elsewhere = /^(?!human$|patch$)[a-z][a-z0-9_-]{0,39}$/

/** Tasks in jobs of GitHub Actions (docs/runners.md). */
export const runnerSection = z
  .strictObject({
    executors: z
      .array(
        z.string().regex(
          elsewhere,
          recordText('it must be an executor that runs programs: shell, model or {executor}', {
            executor: agentNames[0],
          }),
        ),
      )
      .max(20)
      .optional()
      .describe(
        'Executors whose tasks are worked on in a job of GitHub Actions each, on a machine of its own. Left out: none, on a server; where the bot is a job itself, what its workflow says (`tasks`).',
      ),
    labels: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(10)
      .default(['ubuntu-24.04'])
      .describe('Labels of the runners that may take such a job; a runner has all of them.'),
    workflow: z
      .string()
      .regex(
        /^[\w-][\w.-]{0,90}\.ya?ml$/,
        recordText('it must be the name of a file in .github/workflows, such as countersign-task.yml'),
      )
      .optional()
      .describe(
        'The workflow of the default branch that does them. Left out: `countersign-task.yml`, or where the bot is a job the workflow of that.',
      ),
    start_within_minutes: z
      .int()
      .positive()
      .max(1_440)
      .default(30)
      .describe('How long a job may wait for a runner, until a person is asked.'),
  })
  .prefault({})
