import type { ModeDescription } from '../action-mode.ts'
import { optionalText } from '../inputs/input-kinds.ts'
import { issueNumber } from '../inputs/issue-number.ts'

export const doctorMode = {
  about:
    'Looks at records and branches of this repository, and says what is wrong with them; it mends nothing. The step fails where it finds something.',
  permissions: ['contents: read'],
  inputs: {
    issue: issueNumber,
    'public-key': optionalText(/^\P{Cc}+$/u, 'a key (ed25519:…), a file or an https:// address with it', {
      about:
        'Public key of the App, which its operator gives you: the key (ed25519:…), a file or an https:// address with it.',
    }),
  },
  outputs: {
    findings: 'Number of findings.',
    report: 'The whole report as JSON.',
  },
} satisfies ModeDescription
