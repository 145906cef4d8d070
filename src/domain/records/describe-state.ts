import type { ActionNode } from './node-state.ts'

/** How a task or its review stands, as a clause behind its name: `T1 is in review`. */
export function describeState(state: ActionNode['state']): string {
  switch (state) {
    case 'PENDING':
      return 'waits for other tasks'
    case 'READY':
      return 'waits for its turn'
    case 'RUNNING':
      return 'is at work'
    case 'READY_TO_CHECK':
      return 'is in review'
    case 'TO_BE_MODIFY':
      return 'is to be redone'
    case 'WAITING_EXTERNAL':
      return 'waits for a person'
    case 'DONE':
      return 'is approved and merged'
    case 'CANCELLED':
      return 'is cancelled'
  }
}
