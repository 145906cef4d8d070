import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { RunNotes } from '../../domain/work/effects/effect-rule.ts'
import { nameEffect, ruleOf, type RunEffectKind } from '../../domain/work/effects/effect-rules.ts'
import type { OwedOf } from './attempt-effect.ts'

/** A run that couldn't be carried out is a failed attempt of its task, not a lost one. */
export function runFailure(
  { action, op }: OwedOf<RunEffectKind>,
  why: string,
  notes: RunNotes = { tests: null, receipt: null },
): WorkEventBody {
  const rule = ruleOf(action)
  if (rule.performed === 'as_run' && rule.failed !== null) return rule.failed(op, action, why, notes)
  const { obstacle, use } = notes
  const lost = use == null ? {} : { lost_use: use }
  return {
    kind: 'effect_failed',
    op,
    what: nameEffect(action),
    why,
    ...(obstacle !== undefined && { obstacle }),
    ...lost,
  }
}

/** What says that nobody works on it any more; null where whoever takes it next begins anew. */
export function runLeft({ action, op }: OwedOf<RunEffectKind>): WorkEventBody | null {
  const rule = ruleOf(action)
  return rule.performed === 'as_run' && rule.left !== null ? rule.left(op, action) : null
}
