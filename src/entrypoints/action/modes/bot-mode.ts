import type { ModeDescription } from '../action-mode.ts'
import { wholeNumber } from '../inputs/input-kinds.ts'
import { issueNumber } from '../inputs/issue-number.ts'
import { stateSecret } from '../inputs/state-secret.ts'

export const botMode = {
  about:
    'Is the bot: does what the event of this job asks for and what earlier jobs have left, until nothing is left to do. The whole state is on the workflow branch, none on the machine.',
  permissions: ['contents: write', 'issues: write', 'pull-requests: write', 'checks: write', 'statuses: read'],
  inputs: {
    'state-secret': stateSecret,
    issue: issueNumber,
    'deadline-minutes': wholeNumber(1, 360, {
      about:
        'After so many minutes nothing new is begun, and what is left is for the next job: less than timeout-minutes of the job.',
      default: '50',
    }),
  },
  outputs: {
    'at-rest': 'true where all was done, false where something is left for the next job.',
  },
} satisfies ModeDescription
