import type { WaitingFor } from '../../domain/records/node-state.ts'

/** What is waited for, in a word or two. */
export const waitingWords: Record<WaitingFor['kind'], string> = {
  conflict: 'merge',
  push: 'push',
  judgement: 'review',
  ci: 'CI',
  decision: 'decision',
  assignment: 'somebody to do it',
}
