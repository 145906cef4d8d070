import type { EffectAction, OwedEffect } from '../../effects/effect.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import { effectStands } from './effect-stands.ts'

/** The outbox after a decision: without what was just done or no longer stands, with what it came to. */
export function settleOutbox(draft: WorkDraft, doneOp: string | null): OwedEffect[] {
  const { record } = draft
  const added = draft.effects.map((action): OwedEffect => ({
    op: `${record.id}/${record.next_op++}`,
    since: draft.at,
    action,
  }))
  const kept = record.outbox.filter((one) => one.op !== doneOp && effectStands(draft, one.action))
  record.outbox = coalesce([...kept, ...added])
  const isNew = new Set(added)
  return record.outbox.filter((one) => isNew.has(one))
}

/** Once is enough: a later one replaces an earlier one that is still owed. */
function coalesce(owed: readonly OwedEffect[]): OwedEffect[] {
  const lastOf = new Map(owed.map((one) => [coalesceKey(one), one]))
  return owed.filter((one) => lastOf.get(coalesceKey(one)) === one)
}

function coalesceKey({ op, action }: { op: string; action: EffectAction }): string {
  switch (action.kind) {
    case 'show_plan':
    case 'show_status':
    case 'set_label':
    case 'open_final':
    case 'set_final_draft':
    case 'mirror_tasks':
      return action.kind
    case 'delete_branches':
      return `${action.kind} ${action.plan_id}`
    case 'validate_plan':
      return `${action.kind} ${action.commit_sha}`
    case 'review_version':
    case 'ask_reviewers':
      return `${action.kind} ${action.review_id}`
    case 'merge_task':
    case 'open_task_pull_request':
      return `${action.kind} ${action.artifact_id}`
    case 'take_back_merge':
      return `${action.kind} ${action.sha}`
    case 'reopen_task_pull_request':
      return `${action.kind} ${action.number}`
    case 'open_base':
      return `${action.kind} ${action.branch}`
    case 'react':
    // What comes and goes, in its order.
    case 'set_assignees':
    case 'fold_comment':
    case 'examine':
    case 'say':
    case 'draft_plan':
    case 'run_task':
    case 'post_verdict':
    case 'post_failed_tests':
    case 'close_task_pull_request':
    case 'close_final':
    case 'export':
      return op
  }
}
