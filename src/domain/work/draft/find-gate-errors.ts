import type { GateEvent } from '../../gate/draft/gate-event.ts'
import { recordText } from '../../language/message.ts'

/** Something of the loop that failed in a decision (spec 002 §2). */
export interface LoopError {
  action: string
  message: string
}

/** What an event of the gate says to have failed, for `skill_state.errors` (spec 002 §2). A rejection is a verdict, no error. */
export function findGateErrors(event: GateEvent): LoopError[] {
  const develop = (why: string) => [{ action: 'action-develop-with-file', message: `${event.task}: ${why}` }]
  const validate = (why: string) => [{ action: 'action-validate-with-file', message: `${event.task}: ${why}` }]
  switch (event.kind) {
    case 'run_failed':
      return develop(event.reason)
    case 'lease_lost':
      return develop(recordText('the worker that ran it went away'))
    case 'run_yielded':
    case 'review_reported':
      return event.validation?.passed === false ? validate(event.validation.summary) : []
    case 'review_failed':
      return validate(event.reason)
    case 'merge_conflicted':
      return develop(event.reason)
    case 'run_started':
    case 'run_progressed':
    case 'run_handed_over':
    case 'run_left':
    case 'version_pushed':
    case 'pull_request_opened':
    case 'review_started':
    case 'ci_reported':
    case 'ci_overdue':
    case 'approved_by_person':
    case 'rejected_by_person':
    case 'review_dismissed':
    case 'merge_confirmed':
    case 'validation_failed':
    case 'pull_request_merged':
    case 'pull_request_closed':
    case 'retried':
    case 'waived':
    case 'assigned':
    case 'executor_left':
      return []
  }
}
