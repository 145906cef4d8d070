import type { Receipt } from '../../domain/records/execution-record.ts'
import type { Validation } from '../../domain/records/loop/validation.ts'
import { nameEffect } from '../../domain/effects/name-effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { OwedOf } from './attempt-effect.ts'
import { gateAnswer } from './gate-answer.ts'
import type { RunEffectKind } from './run-kinds.ts'

/** What a run came to before it failed. */
export interface RunNotes {
  /** Of a review: the next one has not to run them again. */
  tests: Validation | null
  /** Of a task's executor: what was in vain costs all the same. */
  receipt: Omit<Receipt, 'outcome'> | null
}

/** A run that couldn't be carried out is a failed attempt of its task, not a lost one. */
export function runFailure(
  { action, op }: OwedOf<RunEffectKind>,
  why: string,
  { tests, receipt: work }: RunNotes = { tests: null, receipt: null },
): WorkEventBody {
  switch (action.kind) {
    case 'run_task': {
      const { task, run_id } = action
      const receipt = work === null ? null : { ...work, outcome: 'failed' as const }
      return gateAnswer(op, { kind: 'run_failed', task, run_id, reason: why, stuck: false, receipt })
    }
    case 'review_version': {
      const { task, review_id } = action
      const kept = tests === null ? {} : { validation: tests }
      return gateAnswer(op, { kind: 'review_failed', task, review_id, reason: why, ...kept })
    }
    case 'export':
      return { kind: 'export_failed', op, why }
    case 'draft_plan':
    case 'validate_plan':
    case 'mirror_tasks':
    case 'examine':
      return { kind: 'effect_failed', op, what: nameEffect(action), why }
  }
}
