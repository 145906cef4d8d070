import type { ModeDescription } from '../action-mode.ts'
import { stateSecret } from '../inputs/state-secret.ts'

export const findMode = {
  about:
    'Says which issues the event of this job is about; started by the clock or by hand, in which of all something is due. It changes nothing. Each issue is then worked on by a job of its own, in mode bot.',
  permissions: ['contents: read', 'issues: read', 'pull-requests: read', 'checks: read', 'statuses: read'],
  inputs: { 'state-secret': stateSecret },
  outputs: {
    issues: 'Numbers of the issues that something is to be done in, as a JSON list: [7,12].',
  },
} satisfies ModeDescription
