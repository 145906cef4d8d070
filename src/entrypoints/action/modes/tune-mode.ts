import { oneOf, optionalText, requiredText } from '../inputs/input-kinds.ts'
import type { ModeDescription } from '../action-mode.ts'

export const tuneMode = {
  about:
    'Looks for what is wrong with agent skills of the checkout, with annotations on the lines; as a job on pull requests it is their check. The step fails where the gate of a skill does.',
  permissions: ['contents: read'],
  inputs: {
    skills: requiredText(/^[^\p{Cc}]+(?:\n[^\p{Cc}]+)*\n?$/u, 'folders of the checkout, one a line', {
      about: 'Folders with SKILL.md or agent instructions, one a line. A folder of skills stands for all in it.',
      default: '.',
    }),
    'tune-sarif': optionalText(/^\P{Cc}+$/u, 'a file', {
      about: 'File to write the findings to as SARIF 2.1.0, for github/codeql-action/upload-sarif.',
    }),
    'fail-on': oneOf(['fail', 'review', 'never'], {
      about: 'What of the gate fails the step: fail, review (that and a review that is wanted), or never.',
      default: 'fail',
    }),
  },
  outputs: {
    gate: 'The worst gate of the skills: pass, review or fail.',
    score: 'The lowest score of the skills.',
  },
} satisfies ModeDescription
