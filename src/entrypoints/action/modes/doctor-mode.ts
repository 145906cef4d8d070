import { defineMode } from '../action-mode.ts'
import { optionalText } from '../inputs/input-kinds.ts'

export const doctorInputs = {
  issue: optionalText(/^(?:ISS-|#)?\d{1,15}$/, 'an issue (7, #7, ISS-007)', {
    about: 'Issue to look at (7, #7, ISS-007); left empty, all of them.',
  }),
  'public-key': optionalText(/^\P{Cc}+$/u, 'a key (ed25519:…), a file or an https:// address with it', {
    about:
      'Public key of the App, which its operator gives you: the key (ed25519:…), a file or an https:// address with it.',
  }),
}

const doctorOutputs = {
  findings: 'Number of findings.',
  report: 'The whole report as JSON.',
}
export type DoctorOutput = keyof typeof doctorOutputs

export const doctorMode = defineMode({
  about:
    'Looks at records and branches of this repository, and says what is wrong with them; it mends nothing. The step fails where it finds something.',
  permissions: ['contents: read'],
  inputs: doctorInputs,
  outputs: doctorOutputs,
  load: async () => (await import('./run-doctor.ts')).runDoctorMode,
})
