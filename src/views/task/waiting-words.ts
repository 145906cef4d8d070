import type { MessageKey } from '../../domain/language/message.ts'
import type { WaitingFor } from '../../domain/records/node-state.ts'

/** What is waited for, in a word or two. */
export const waitingWords = {
  conflict: 'merge',
  push: 'push',
  judgement: 'review',
  ci: 'CI',
  decision: 'decision',
  assignment: 'somebody to do it',
} as const satisfies Record<WaitingFor['kind'], MessageKey>
