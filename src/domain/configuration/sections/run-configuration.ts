import { recordText } from '../../language/message.ts'
import { z } from 'zod'
import { executorNamePattern, executorNames } from '../executor-names.ts'
import { runnerSection } from './runner-configuration.ts'

const sameFailure = z
  .strictObject({
    times: z
      .int()
      .min(2)
      .default(2)
      .describe('So often the same criteria, the same tests or the same reason must fail in a row.'),
    approach: z
      .enum(['go_on', 'other_agent', 'smaller_task', 'question'])
      .default('go_on')
      .describe(
        'What an agent’s task then comes to: `go_on` tries again as before, up to `max_attempts`; `other_agent` gives it to the next of `agents`; `smaller_task` waits for a person and proposes `/split`; `question` asks a person whether the right thing is asked for.',
      ),
    agents: z
      .array(z.string().regex(executorNamePattern, recordText('it must be a name such as codex')))
      .max(10)
      .default([])
      .describe(
        'For `other_agent`, in this order. Who failed so already is passed over, and who can’t work here; where none is left a person is asked.',
      ),
  })
  .prefault({})

/** How tasks are worked on: by whom, how often, and within which bounds. */
export const runSection = z
  .strictObject({
    default_executor: z
      .string()
      .min(1)
      .regex(
        executorNamePattern,
        recordText('it must be a name such as {executors}, or a person as @login', {
          executors: executorNames.join(', '),
        }),
      )
      .default('auto')
      .describe(
        'Executor of tasks that name none and spell out no work: `human`, `patch`, `shell`, `@login`, `model`, an agent of the server, as `codex`; or `auto`, which chooses by task among models and agents that can work here, and is a person where there are none.',
      ),
    max_attempts: z
      .int()
      .positive()
      .default(3)
      .describe('Rejected versions and failed runs of a task, and failures of a review, until a person decides.'),
    same_failure: sameFailure,
    fallback: z
      .array(
        z
          .string()
          .regex(
            executorNamePattern,
            recordText('it must be a name such as {executors}, or a person as @login', { executors: 'codex' }),
          ),
      )
      .max(10)
      .default([])
      .describe(
        'Who takes a task over, in this order, where its executor is not there or does not start. The plan, or the trail of the status comment, says why.',
      ),
    remind_after_hours: z
      .number()
      .min(0)
      .max(8_760)
      .default(72)
      .describe(
        'Whom a task waits for by name is reminded of it once, after so long, in its pull request or else in the issue; 0: never.',
      ),
    parallel: z.int().positive().max(50).default(4).describe('Tasks of one issue that run at once.'),
    timeout_minutes: z.number().positive().default(20).describe('Deadline of one command.'),
    max_output_bytes: z.int().positive().default(1_000_000).describe("How much of a command's output is kept."),
    max_disk_mb: z
      .int()
      .positive()
      .max(1_000_000)
      .default(2000)
      .describe(
        "How much of the disk a task's folder may take, with what was checked out, in megabytes. A command that writes more is ended. No single file may be above 1 GB.",
      ),
    max_memory_mb: z
      .int()
      .min(100)
      .max(10_000_000)
      .default(4000)
      .describe(
        'How much memory a command or an agent may hold, with all that it began, in megabytes. One that takes more is ended.',
      ),
    max_file_bytes: z.int().positive().default(20_000_000).describe('Largest file a version may hold.'),
    max_files: z.int().positive().default(500).describe('Most files a version may change.'),
    isolation: z
      .enum(['bubblewrap', 'none'])
      .default('bubblewrap')
      .describe(
        '`none` runs commands of issues unconfined, where the server allows it (`UNCONFINED_COMMANDS`): they can then read what the server can.',
      ),
    test_reports: z
      .array(z.string().min(1).max(200))
      .max(50)
      .default([
        '**/junit*.xml',
        '**/TEST-*.xml',
        '**/test-results/*.{xml,json,tap}',
        '**/test-results.{xml,json,tap}',
        '.vitest/*/*.{xml,json}',
        '**/lcov.info',
        '**/cobertura*.xml',
        'coverage.xml',
      ])
      .describe(
        'Reports that test commands write: JUnit, Jest or Vitest JSON, TAP, `go test -json`; coverage as lcov or Cobertura.',
      ),
    test_commands: z
      .array(z.string().min(1).max(1_000))
      .max(20)
      .default([])
      .describe('Run on the integration branch when all tasks are approved, beside the test commands of the tasks.'),
    network: z.boolean().default(false).describe('Whether commands may use the network.'),
    max_iterations: z
      .int()
      .positive()
      .default(10)
      .describe('Most rounds of developing, testing and debugging, until a person decides.'),
    runner: runnerSection,
  })
  .prefault({})
