import type { EffectAction } from '../../effects/effect.ts'
import type { CheckNode } from '../../records/node-state.ts'
import type { Work } from '../../records/work.ts'

/**
 * Whether an owed effect still follows from the state; one that doesn't is dropped from the outbox. So a review of a
 * cancelled task or a merge whose approval was taken back is never carried out late. A fenced run stays owed until it
 * reports: only then it has left.
 */
export function effectStands(work: Pick<Work, 'record' | 'execution'>, action: EffectAction): boolean {
  const { record, execution } = work
  if (record === null) return false
  switch (action.kind) {
    case 'draft_plan':
      if (record.replanning !== null) return record.replanning.plan_id === action.plan_id
      return record.phase === 'drafting' && record.plan_id === action.plan_id
    case 'show_plan':
    case 'show_status':
    case 'mirror_tasks':
      return record.plan_id === action.plan_id
    case 'delete_branches':
      return action.replaced !== undefined || record.plan_id === action.plan_id
    case 'open_base':
      return record.phase === 'working' && record.base_branch === action.branch
    case 'merge_task':
    case 'open_task_pull_request':
    case 'review_version':
    case 'ask_reviewers':
      return taskEffectStands(execution, action)
    case 'validate_plan':
      return (
        record.phase === 'working' &&
        record.plan_id === action.plan_id &&
        execution?.nodes['G0']?.state === 'DONE' &&
        execution.execution_result.commit_hash === action.commit_sha
      )
    case 'open_final':
      return (
        record.phase === 'working' &&
        record.plan_id === action.plan_id &&
        record.final_pull_request === null &&
        execution?.nodes['G0']?.state === 'DONE'
      )
    case 'post_verdict':
      return execution?.reviews.some((review) => review.review_id === action.review_id) ?? false
    case 'post_failed_tests':
      return execution?.validations.some((one) => one.validation_id === action.validation_id) ?? false
    case 'set_final_draft':
      return record.final_pull_request?.state === (action.draft ? 'draft' : 'open')
    case 'reopen_task_pull_request': {
      const node = execution?.nodes[action.task]
      return node?.kind === 'ACTION' && node.pull_request?.number === action.number && node.pull_request.open
    }
    case 'take_back_merge':
    case 'react':
    case 'say':
    case 'fold_comment':
    case 'examine':
    case 'set_label':
    case 'set_assignees':
    case 'close_task_pull_request':
    case 'close_final':
    case 'export':
    case 'run_task':
      return true
  }
}

type TaskEffect = Extract<
  EffectAction,
  { kind: 'merge_task' | 'open_task_pull_request' | 'review_version' | 'ask_reviewers' }
>

function taskEffectStands(execution: Work['execution'], action: TaskEffect): boolean {
  const nodes = execution?.nodes ?? {}
  const node = nodes[action.task]
  if (node?.kind !== 'ACTION' || node.state === 'CANCELLED') return false
  const found = nodes[action.task.replace(/^T/, 'C')]
  const check: CheckNode | undefined = found?.kind === 'CHECK' ? found : undefined
  switch (action.kind) {
    case 'merge_task':
      return node.merge === 'pending' && node.active_artifact_id === action.artifact_id
    case 'open_task_pull_request':
      return node.active_artifact_id === action.artifact_id && !node.pull_request?.open
    case 'review_version':
      return (
        check?.superseded_review?.review_id === action.review_id ||
        (check?.state === 'RUNNING' && check.review_id === action.review_id)
      )
    case 'ask_reviewers':
      return check?.state === 'WAITING_EXTERNAL' && check.review_id === action.review_id
  }
}

/**
 * What a pause means for an owed effect (spec 002 §3, read before each effect). `go`: it only tells, or a
 * person asked for it. `wait`: it stays owed until `/resume`. `leave`: its run is given back with `run_left`.
 */
export function decideUnderPause(action: EffectAction): 'go' | 'wait' | 'leave' {
  switch (action.kind) {
    case 'run_task':
      return 'leave'
    case 'validate_plan':
    case 'review_version':
    case 'merge_task':
    case 'open_base':
    case 'open_task_pull_request':
    case 'open_final':
      return 'wait'
    // What isn't ready any more is not to stand there as ready.
    case 'set_final_draft':
      return action.draft ? 'go' : 'wait'
    case 'react':
    case 'say':
    case 'fold_comment':
    case 'mirror_tasks':
    case 'examine':
    case 'set_label':
    case 'set_assignees':
    case 'show_plan':
    case 'show_status':
    case 'draft_plan':
    case 'ask_reviewers':
    case 'post_verdict':
    case 'post_failed_tests':
    case 'take_back_merge':
    case 'reopen_task_pull_request':
    case 'close_task_pull_request':
    case 'close_final':
    case 'delete_branches':
    case 'export':
      return 'go'
  }
}
