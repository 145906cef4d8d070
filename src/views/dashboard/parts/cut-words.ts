import type { MessageKey } from '../../../domain/language/message.ts'
import type { Cut } from '../../../domain/plan/plan-round.ts'

/** Along what a task was split. */
export const cutWords = {
  deliverables: 'deliverables',
  files: 'files',
  modification_points: 'modification points',
} as const satisfies Record<Cut, MessageKey>
