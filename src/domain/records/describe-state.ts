import { recordText } from '../language/message.ts'
import type { ActionNode } from './node-state.ts'

/** How a task or its review stands, as a clause behind its name: `T1 is in review`. */
export function describeState(state: ActionNode['state']): string {
  switch (state) {
    case 'PENDING':
      return recordText('waits for other tasks')
    case 'READY':
      return recordText('waits for its turn')
    case 'RUNNING':
      return recordText('is at work')
    case 'READY_TO_CHECK':
      return recordText('is in review')
    case 'TO_BE_MODIFY':
      return recordText('is to be redone')
    case 'WAITING_EXTERNAL':
      return recordText('waits for a person')
    case 'DONE':
      return recordText('is approved and merged')
    case 'CANCELLED':
      return recordText('is cancelled')
  }
}
