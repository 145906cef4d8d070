import type { ModeDescription } from '../action-mode.ts'
import { oneOf, wholeNumber } from '../inputs/input-kinds.ts'
import { issueNumber } from '../inputs/issue-number.ts'
import { stateSecret } from '../inputs/state-secret.ts'

export const botMode = {
  about:
    'Is the bot: does what the event of this job asks for and what earlier jobs have left, until nothing is left to do. The whole state is on the workflow branch, none on the machine.',
  permissions: [
    'actions: write',
    'contents: write',
    'issues: write',
    'pull-requests: write',
    'checks: write',
    'statuses: read',
  ],
  inputs: {
    'state-secret': stateSecret,
    issue: issueNumber,
    'deadline-minutes': wholeNumber(1, 360, {
      about:
        'After so many minutes nothing new is begun, and what is left is for the next job: less than timeout-minutes of the job.',
      default: '50',
    }),
    tasks: oneOf(['here', 'jobs'], {
      about:
        'Where tasks are worked on that run programs, if the repository’s configuration (run.runner) does not say: in this job, or each in a job of its own, which this workflow then must have.',
      default: 'here',
    }),
  },
  outputs: {
    'at-rest': 'true where all was done, false where something is left for the next job.',
  },
} satisfies ModeDescription
