import type { EffectAction } from '../../effects/effect.ts'
import type { PauseCause } from '../../records/iss-record.ts'
import { pauseWork } from '../draft/pause.ts'
import { applyGate, keepAct, note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'

/** The action of a loop that goes no further without the effect. */
const loopActions = {
  open_base: 'action-init',
  open_task_pull_request: 'action-develop-with-file',
  reopen_task_pull_request: 'action-develop-with-file',
  merge_task: 'action-develop-with-file',
  validate_plan: 'action-validate-with-file',
  open_final: 'action-complete',
  set_final_draft: 'action-complete',
} as const

/**
 * An effect was given up. What the work can't go on without stays owed and the work is paused, so that it waits for a
 * person and not for ever (I13). What only tells is noted: telling of a failure to tell would have no end.
 */
export function failEffect(draft: WorkDraft, event: WorkEventOf<'effect_failed'>): void {
  const action = draft.record.outbox.find((one) => one.op === event.op)?.action
  const text = `could not ${event.what}: ${event.why}`
  const tell = (next: string) =>
    say(draft, { kind: 'work_failed', what: `Could not ${event.what}`, why: event.why, next })
  const kept = { kind: 'failed' as const, message: text, at: draft.at }
  const holdEffect = (owed: Extract<EffectAction, { kind: keyof typeof loopActions }>) => {
    draft.effects.push(owed)
    draft.errors.push({ action: loopActions[owed.kind], message: text })
    keepAct(draft, { ...kept, action: 'action-execute' })
    // `/waive tests` lets go of what is tried again with them.
    holdWork(draft, text, owed.kind === 'validate_plan' ? 'tests' : 'effect')
    tell('`/resume` tries it again')
  }
  switch (action?.kind) {
    case 'take_back_merge':
      keepAct(draft, { ...kept, action: 'action-execute' })
      holdWork(draft, text, 'effect')
      tell(afterKeptMerge(draft, action))
      return
    case 'merge_task':
      if (event.draft_pull !== undefined) {
        draft.effects.push(action)
        if (draft.record.phase === 'working') pauseWork(draft, 'countersign', text, 'draft', event.draft_pull)
        tell(`once it is marked ready for review, it is merged by itself`)
        return
      }
      holdEffect(action)
      return
    case 'open_base':
    case 'open_task_pull_request':
    case 'reopen_task_pull_request':
    case 'open_final':
    case 'set_final_draft':
    case 'validate_plan':
      holdEffect(action)
      return
    case 'react':
    case 'say':
    case 'show_plan':
    case 'show_status':
    case 'set_label':
    case 'set_assignees':
    case 'fold_comment':
    case 'mirror_tasks':
    case 'delete_branches':
      // Not `note`: a changed status would be shown again at once.
      draft.record.trail.push({ at: draft.at, text, by: null })
      return
    case 'draft_plan': {
      const isFirst = draft.record.replanning === null
      keepAct(draft, { ...kept, action: 'action-plan' })
      if (isFirst) draft.record.phase = 'awaiting_input'
      else draft.record.replanning = null
      note(draft, text)
      tell(`\`${isFirst ? '/plan' : '/replan'}\` tries it again`)
      return
    }
    case 'run_task': {
      const { task, run_id } = action
      keepAct(draft, { ...kept, action: 'action-execute' })
      applyGate(draft, { kind: 'run_failed', task, run_id, reason: event.why, stuck: true, receipt: null })
      return
    }
    case 'review_version': {
      const { task, review_id } = action
      keepAct(draft, { ...kept, action: 'action-execute' })
      applyGate(draft, { kind: 'review_failed', task, review_id, reason: event.why })
      return
    }
    case 'export':
    case 'examine':
    case 'ask_reviewers':
    case 'post_verdict':
    case 'post_failed_tests':
    case 'close_task_pull_request':
    case 'close_final':
    case undefined:
      keepAct(draft, { ...kept, action: 'action-execute' })
      note(draft, text)
      tell('`/status` shows where it stands')
      return
  }
}

function holdWork(draft: WorkDraft, text: string, cause: PauseCause): void {
  if (draft.record.phase === 'working') pauseWork(draft, 'countersign', text, cause)
}

/** A commit that reverts it is the wrong way: git takes the task's next version for merged already (decision 29). */
function afterKeptMerge(
  { record }: WorkDraft,
  { task, sha }: Extract<EffectAction, { kind: 'take_back_merge' }>,
): string {
  if (record.phase !== 'working') return 'the branch keeps it; an export holds only what was approved'
  return [
    `do not revert ${sha.slice(0, 7)} there, which would keep the same files out of the next version of ${task}`,
    `\`/resume\` goes on: that version comes on top of it, and what is left beside it is named before the final pull request is shown as ready, for a push that removes it`,
  ].join('; ')
}
