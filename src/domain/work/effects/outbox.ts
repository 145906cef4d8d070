import type { OwedEffect } from '../../effects/effect.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import { effectStands, ruleOf } from './effect-rules.ts'

/** The outbox after a decision: without what was just done or no longer stands, with what it came to. */
export function ackOutbox(draft: WorkDraft, doneOp: string | null): OwedEffect[] {
  const { record } = draft
  const { traceparent } = draft.context
  const added = draft.effects.map((action): OwedEffect => ({
    op: `${record.id}/${record.next_op++}`,
    since: draft.at,
    ...(traceparent === undefined ? {} : { traceparent }),
    action,
  }))
  const kept = record.outbox.filter((one) => one.op !== doneOp && effectStands(draft, one.action))
  record.outbox = coalesceOwed([...kept, ...added])
  const isNew = new Set(added)
  return record.outbox.filter((one) => isNew.has(one))
}

/** Once is enough: a later one replaces an earlier one that is still owed. */
function coalesceOwed(owed: readonly OwedEffect[]): OwedEffect[] {
  const lastOf = new Map(owed.map((one) => [coalesceKey(one), one]))
  return owed.filter((one) => lastOf.get(coalesceKey(one)) === one)
}

function coalesceKey({ op, action }: OwedEffect): string {
  const { replaces } = ruleOf(action)
  if (replaces === 'none') return op
  return replaces === 'all' ? action.kind : `${action.kind} ${replaces(action)}`
}
