import type { MessageKey } from '../../domain/language/message.ts'
import type { IssuePhase } from '../../domain/records/status-report.ts'

/** What an issue is doing as a whole, in few words. */
export const phaseWords = {
  planning: 'being planned',
  asking: 'asks for input',
  planned: 'planned, waits for approval',
  working: 'working',
  waiting: 'waits for a person',
  paused: 'paused',
  stopped: 'stopped',
  ready: 'ready to merge',
  done: 'done',
} as const satisfies Record<IssuePhase, MessageKey>
