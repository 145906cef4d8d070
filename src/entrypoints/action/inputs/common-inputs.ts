import { requiredText } from './input-kinds.ts'

/** What every mode takes; `mode` is read before anything else. */
export const commonInputs = {
  token: requiredText(/^\S+$/, 'a token', {
    about: "Token for the repository: the job's own, or an App's. Masked in the log.",
    default: '${{ github.token }}',
  }),
}
