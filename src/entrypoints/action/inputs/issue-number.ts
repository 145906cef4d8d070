import { optionalText } from './input-kinds.ts'

export const issueNumber = optionalText(/^(?:ISS-|#)?\d{1,15}$/, 'an issue (7, #7, ISS-007)', {
  about:
    'Issue to look at, or to work on, by its number (7, #7, ISS-007); left empty, all there are, or all that the event is about. No two jobs may work on an issue at the same time.',
})
