import { describeState } from '../../records/describe-state.ts'
import type { ActionNode } from '../../records/node-state.ts'
import {
  fence,
  findArtifact,
  findLastReview,
  type GateDraft,
  getCheck,
  refuse,
  refuseSilently,
  waitForDecision,
} from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { leaveDone } from '../draft/leave-done.ts'
import { startCheck } from '../draft/record-version.ts'
import { recordMergeTakenBack } from '../draft/take-back-merge.ts'
import { recordText } from '../../language/message.ts'

/** The review that approved a version was dismissed: the approval no longer stands. */
export function dismissReview(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'review_dismissed'>,
): Refusal | undefined {
  const stands = action.state === 'DONE' || action.merge === 'pending'
  if (!stands) return refuseSilently(`${action.id} has no approval to dismiss`)
  const approved = findArtifact(draft, action.approved_artifact_id)
  const review = approved === undefined ? undefined : findLastReview(draft, approved.artifact_id)
  // `rules, @bo`: a machine found the rest of what people judge.
  const reviewers = review?.reviewer.split(', ') ?? []
  const gaveIt =
    event.reviewer === null ? reviewers.some((name) => !name.startsWith('@')) : reviewers.includes(`@${event.reviewer}`)
  if (approved?.commit_sha !== event.head_sha || !gaveIt)
    return refuseSilently(`that review is not the one that approved ${action.id}`)
  redo(draft, action, recordText('{who} dismissed the review that approved it', { who: `@${event.by.login}` }))
  return undefined
}

/** `/retry`: from waiting to READY with attempts 0; a CHECK that waits looks again; a DONE task is done anew. */
export function retryTask(draft: GateDraft, action: ActionNode, event: GateEventOf<'retried'>): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.state === 'WAITING_EXTERNAL') {
    const judged = check.partial.filter((result) => result.judge !== undefined)
    startCheck(draft, action)
    check.partial = judged
    check.reviewed_artifact_id = action.active_artifact_id
    return undefined
  }
  if (action.state === 'DONE') {
    redo(draft, action, recordText('{who} asked for another version', { who: `@${event.by.login}` }))
    return undefined
  }
  if (action.state !== 'WAITING_EXTERNAL' && action.state !== 'TO_BE_MODIFY') {
    return refuse(
      recordText('{task} {state}, there is nothing to try again', {
        task: action.id,
        state: describeState(action.state),
      }),
      recordText('`/status` shows what each task waits for'),
    )
  }
  if (action.state === 'WAITING_EXTERNAL') action.state = 'READY'
  action.waiting_for = null
  action.attempts = 0
  action.lost_leases = 0
  draft.trail.push(`${action.id}: ${recordText('to be tried again, asked by {who}', { who: `@${event.by.login}` })}`)
  return undefined
}

/** The plan's tests failed on the integration branch: whose change it was does it anew, or a person decides. */
export function failByPlan(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'validation_failed'>,
): Refusal | undefined {
  if (action.state !== 'DONE') return refuseSilently(`${action.id} is ${action.state}, the plan's tests ran on it DONE`)
  redo(draft, action, event.reason)
  if (event.stuck) waitForDecision(action, event.reason)
  return undefined
}

/** What was approved is no longer; another version is due. */
function redo(draft: GateDraft, action: ActionNode, reason: string): void {
  if (action.state === 'DONE') leaveDone(draft, action)
  if (action.hand_merge !== null) recordMergeTakenBack(draft, action, action.hand_merge)
  action.approval_stale = true
  action.merge = 'none'
  action.attempts = 0
  action.lost_leases = 0
  action.state = 'TO_BE_MODIFY'
  action.reason = reason
  draft.trail.push(`${action.id}: ${reason}`)
}

/** `/assign`: another executor; what waited or ran can run again. */
export function assignTask(draft: GateDraft, action: ActionNode, event: GateEventOf<'assigned'>): Refusal | undefined {
  if (action.state === 'DONE')
    return refuse(
      recordText('{task} is approved and merged', { task: action.id }),
      recordText('`/retry {task}` asks for another version', { task: action.id }),
    )
  action.executor = event.executor
  // Another person is told; an agent makes it anew, on what was merged since.
  const isPerson = event.executor === 'human' || event.executor.startsWith('@')
  action.conflict = isPerson && action.conflict !== null ? { ...action.conflict, told: false } : null
  action.attempts = 0
  action.lost_leases = 0
  draft.trail.push(
    `${action.id}: ${recordText('given to {executor} by {who}', { executor: event.executor, who: `@${event.by.login}` })}`,
  )
  if (action.state === 'WAITING_EXTERNAL' || action.state === 'RUNNING') {
    fence(action)
    action.waiting_for = null
    action.state = 'READY'
  }
  return undefined
}
