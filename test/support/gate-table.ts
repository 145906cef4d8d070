import type { GateEvent } from '../../src/domain/gate/draft/gate-event.ts'

type Table = Record<GateEvent['kind'], readonly string[]>

const beforeDone = ['READY', 'RUNNING', 'READY_TO_CHECK', 'TO_BE_MODIFY', 'WAITING_EXTERNAL']
const anyCheck = ['PENDING', 'READY', 'RUNNING', 'WAITING_EXTERNAL', 'DONE']
const to = (from: readonly string[], next: string) => from.map((state) => `${state} → ${next}`)

/**
 * Spec 003 §4 as data, written apart from the code (I4): which state of the event's own ACTION may follow
 * which. Staying is always allowed.
 */
export const actionTable: Table = {
  run_started: to(['READY', 'TO_BE_MODIFY'], 'RUNNING'),
  run_yielded: ['RUNNING → READY_TO_CHECK', 'RUNNING → TO_BE_MODIFY', 'RUNNING → WAITING_EXTERNAL'],
  run_failed: ['RUNNING → TO_BE_MODIFY', 'RUNNING → WAITING_EXTERNAL'],
  run_handed_over: ['RUNNING → WAITING_EXTERNAL'],
  lease_lost: ['RUNNING → READY', 'RUNNING → WAITING_EXTERNAL'],
  run_left: ['RUNNING → READY'],
  version_pushed: to([...beforeDone, 'DONE'], 'READY_TO_CHECK'),
  pull_request_opened: [],
  review_started: [],
  review_failed: [],
  review_reported: to(['READY_TO_CHECK'], 'TO_BE_MODIFY').concat(to(['READY_TO_CHECK'], 'WAITING_EXTERNAL')),
  ci_reported: [],
  ci_overdue: [],
  approved_by_person: [
    ...to(beforeDone, 'READY_TO_CHECK'),
    ...to(['READY_TO_CHECK'], 'TO_BE_MODIFY'),
    ...to(['READY_TO_CHECK'], 'WAITING_EXTERNAL'),
  ],
  rejected_by_person: [
    ...to([...beforeDone, 'DONE'], 'TO_BE_MODIFY'),
    ...to([...beforeDone, 'DONE'], 'WAITING_EXTERNAL'),
  ],
  review_dismissed: to(['DONE', 'READY_TO_CHECK'], 'TO_BE_MODIFY'),
  merge_confirmed: ['READY_TO_CHECK → DONE'],
  merge_conflicted: ['READY_TO_CHECK → TO_BE_MODIFY', 'READY_TO_CHECK → WAITING_EXTERNAL'],
  pull_request_merged: [...to(beforeDone, 'DONE'), ...to(beforeDone, 'READY_TO_CHECK')],
  pull_request_closed: [...to(beforeDone, 'TO_BE_MODIFY'), ...to(beforeDone, 'WAITING_EXTERNAL')],
  validation_failed: to(['DONE'], 'TO_BE_MODIFY').concat(to(['DONE'], 'WAITING_EXTERNAL')),
  retried: ['WAITING_EXTERNAL → READY', 'DONE → TO_BE_MODIFY'],
  waived: to(beforeDone, 'READY_TO_CHECK'),
  assigned: to(['WAITING_EXTERNAL', 'RUNNING'], 'READY'),
}

/** The same for the CHECK of the event's ACTION. */
export const checkTable: Table = {
  run_started: [],
  run_yielded: [...to(anyCheck, 'READY'), ...to(anyCheck, 'DONE')],
  run_failed: [],
  run_handed_over: [],
  lease_lost: [],
  run_left: [],
  version_pushed: [...to(anyCheck, 'READY'), ...to(anyCheck, 'DONE')],
  pull_request_opened: [],
  review_started: ['READY → RUNNING'],
  review_failed: ['RUNNING → READY', 'RUNNING → WAITING_EXTERNAL'],
  review_reported: [
    'RUNNING → WAITING_EXTERNAL',
    'RUNNING → PENDING',
    ...to(['READY', 'RUNNING', 'WAITING_EXTERNAL'], 'DONE'),
  ],
  ci_reported: ['WAITING_EXTERNAL → RUNNING'],
  ci_overdue: ['RUNNING → WAITING_EXTERNAL'],
  approved_by_person: [...to(anyCheck, 'DONE'), 'WAITING_EXTERNAL → READY'],
  rejected_by_person: to(anyCheck, 'DONE'),
  review_dismissed: [],
  merge_confirmed: [],
  merge_conflicted: [],
  pull_request_merged: [...to(anyCheck, 'DONE'), ...to(anyCheck, 'READY')],
  pull_request_closed: to(anyCheck, 'DONE'),
  validation_failed: [],
  retried: ['WAITING_EXTERNAL → READY'],
  waived: [...to(anyCheck, 'DONE'), ...to(['WAITING_EXTERNAL', 'DONE'], 'READY')],
  assigned: [],
}

/** What may happen to other tasks: an input falls away, or the last missing one is there. */
export const otherActionTable = [
  ...to([...beforeDone, 'DONE'], 'PENDING'),
  'PENDING → READY',
  'PENDING → READY_TO_CHECK',
]
export const otherCheckTable = [...to(anyCheck, 'PENDING'), ...to(anyCheck, 'READY')]
