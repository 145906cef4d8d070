import type { Validation } from '../domain/loop/validation.ts'
import type { WorkEventBody } from '../domain/work/work-event.ts'
import type { OwedOf } from './attempt-effect.ts'
import { gateAnswer } from './gate-answer.ts'
import type { RunEffectKind } from './run-kinds.ts'

/**
 * A run that couldn't be carried out is a failed attempt of its task, not a lost one. `tests`: what a review had come to
 * before, which the next one has not to run again.
 */
export function runFailure(
  { action, op }: OwedOf<RunEffectKind>,
  why: string,
  tests: Validation | null = null,
): WorkEventBody {
  switch (action.kind) {
    case 'run_task': {
      const { task, run_id } = action
      return gateAnswer(op, { kind: 'run_failed', task, run_id, reason: why, stuck: false, receipt: null })
    }
    case 'review_version': {
      const { task, review_id } = action
      const kept = tests === null ? {} : { validation: tests }
      return gateAnswer(op, { kind: 'review_failed', task, review_id, reason: why, ...kept })
    }
    case 'draft_plan':
      return { kind: 'plan_needs_input', op, lacks: [`The planner failed: ${why}`], rounds: [] }
    case 'export':
      return { kind: 'export_failed', op, why }
    case 'validate_plan':
    case 'mirror_tasks':
    case 'examine':
      return { kind: 'effect_failed', op, what: action.kind.replaceAll('_', ' '), why }
  }
}
