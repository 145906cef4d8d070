import type { Artifact } from '../../records/artifact.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { CriterionResult } from '../../records/review.ts'
import { criteriaOf, undoneTask } from '../draft/version-criteria.ts'
import { recordReview } from '../check/conclude-review.ts'
import {
  closePullRequest,
  fence,
  findInputs,
  type GateDraft,
  getCheck,
  getTask,
  isRejected,
  refuseSilently,
} from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { knownResults } from '../check/known-results.ts'
import { finishMerge } from './merge-events.ts'
import { hasFailedTests } from '../draft/own-tests.ts'
import { refuseOwnWork } from '../draft/own-work.ts'
import { clearCheck, holdsApproval, recordVersion, settleCheck, startCheck } from '../draft/record-version.ts'
import { recordMergeTakenBack } from '../draft/take-back-merge.ts'
import { recordText } from '../../language/message.ts'

type Merge = GateEventOf<'pull_request_merged'>

/**
 * A person merged by hand. By somebody who may waive, who did not push it, and where no machine found it wanting, that
 * approves the head as it is; else it is looked at like any version, merged already, and taken out again where it is
 * rejected. What no task may write is taken out at once (decision 29).
 */
export function mergeByHand(draft: GateDraft, action: ActionNode, event: Merge): Refusal | undefined {
  if (action.state === 'DONE') return refuseSilently(`${action.id} is DONE`)
  const { login } = event.by
  if (event.faults.length > 0) {
    closePullRequest(action)
    recordMergeTakenBack(draft, action, event.merge)
    const told = { who: `@${login}`, faults: event.faults.join('; ') }
    action.reason = recordText('{who} merged what no version may hold: {faults}', told)
    draft.trail.push(`${action.id}: ${recordText('what {who} merged is taken out again: {faults}', told)}`)
    return undefined
  }
  const known = draft.rows.versionsByTask.of(action.id).find((one) => one.commit_sha === event.artifact.commit_sha)
  const artifact = known ?? recordVersion(draft, action, event.artifact)
  if (action.state === 'PENDING') {
    action.inputs = {}
    keepMerge(action, artifact, event)
    draft.trail.push(
      `${action.id}: ${recordText('merged by hand by {who}, counts once what it builds on is approved', { who: `@${login}` })}`,
    )
    return undefined
  }
  const check = getCheck(draft, action)
  if (action.active_artifact_id === artifact.artifact_id && holdsApproval(draft, action, artifact)) {
    fence(action)
    settleCheck(check)
    action.waiting_for = null
    action.hand_merge = null
    finishMerge(draft, action, event.merge_sha)
    draft.trail.push(`${action.id}: ${recordText('merged into the integration branch by {who}', { who: `@${login}` })}`)
    return undefined
  }
  const objection = findObjection(draft, check, artifact, event)
  if (objection === null) approveByMerge(draft, action, check, artifact, event)
  else leaveOpen(draft, action, artifact, event, { isNew: known === undefined, objection })
  return undefined
}

/** Merged it is, and nobody has approved it. One merged right before it goes out with it. */
function keepMerge(action: ActionNode, { artifact_id }: Artifact, { merge: { sha, before } }: Merge): void {
  const below = action.hand_merge
  action.hand_merge = { artifact_id, sha, before: below?.sha === before ? below.before : before }
  if (action.active_artifact_id === artifact_id) action.merge = 'merged'
  closePullRequest(action)
}

/** Why merging it approves nothing; null where it does. */
function findObjection(draft: GateDraft, check: CheckNode, artifact: Artifact, event: Merge): string | null {
  if (!event.may_waive)
    return recordText('to approve so one must be allowed to waive criteria, and {who} is not', {
      who: `@${event.by.login}`,
    })
  if (hasFailedTests(draft, artifact)) return recordText('its own tests failed, and merging does not change that')
  const failed = failedBlockers(draft, check, artifact)
  if (failed.length > 0)
    return recordText(
      '{criteria} failed its automatic check, and merging does not change that: `/waive` lets a criterion go',
      { criteria: nameCriteria(failed, criteriaOf(getTask(draft, artifact.task), artifact)) },
    )
  const own = refuseOwnWork(draft, artifact, event.by)
  return own === undefined ? null : `${own.why}: ${own.next}`
}

function failedBlockers(draft: GateDraft, check: CheckNode, artifact: Artifact): string[] {
  const found = new Map(knownResults(draft, check, artifact).map((one) => [one.id, one]))
  const isFailed = (id: string) => found.get(id)?.result === 'fail' && found.get(id)?.judge === undefined
  return criteriaOf(getTask(draft, artifact.task), artifact)
    .filter((one) => one.severity === 'blocker' && one.check_method !== 'manual_review' && isFailed(one.id))
    .map(({ id }) => id)
}

/** Its CHECK goes on, or begins; what was found wanting before is not waited for. */
function leaveOpen(
  draft: GateDraft,
  action: ActionNode,
  artifact: Artifact,
  event: Merge,
  { isNew, objection }: { isNew: boolean; objection: string },
): void {
  draft.trail.push(
    `${action.id}: ${recordText('merged by hand by {who}; {why}', { who: `@${event.by.login}`, why: objection })}`,
  )
  action.reason = objection
  if (isRejected(draft, artifact.artifact_id) || hasFailedTests(draft, artifact)) {
    closePullRequest(action)
    recordMergeTakenBack(draft, action, event.merge)
    return
  }
  const isNewest = action.active_artifact_id === artifact.artifact_id
  const isUnderCheck = action.state === 'READY_TO_CHECK' && !isNew
  keepMerge(action, artifact, event)
  if (!isNewest) {
    // The pull request of the newest version went with the older one's merge.
    const newest = action.active_artifact_id
    if (isUnderCheck && newest !== null)
      draft.effects.push({ kind: 'open_task_pull_request', task: action.id, artifact_id: newest })
  } else if (!isUnderCheck) {
    fence(action)
    action.inputs = findInputs(draft, getTask(draft, action.id).depends_on) ?? {}
    startCheck(draft, action)
  }
}

function approveByMerge(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  artifact: Artifact,
  event: Merge,
): void {
  const { login } = event.by
  action.inputs = findInputs(draft, getTask(draft, action.id).depends_on) ?? {}
  const unchecked = nameUnchecked(draft, check, artifact)
  const results = waiveTheRest(draft, action, check, artifact, login)
  action.active_artifact_id = artifact.artifact_id
  action.approved_artifact_id = artifact.artifact_id
  action.approval_stale = false
  action.waiting_for = null
  action.attempts = 0
  fence(action)
  const undone = undoneTasks(results)
  const undoes =
    undone.length === 0
      ? ''
      : ` ${recordText('Approved work of {tasks} may be undone by it.', { tasks: undone.join(', ') })}`
  const notChecked =
    unchecked.length === 0
      ? recordText('All of it was checked before.')
      : recordText('Not checked: {criteria}.', {
          criteria: nameCriteria(unchecked, criteriaOf(getTask(draft, action.id), artifact)),
        })
  recordReview(draft, action, check, {
    reviewId: event.review_id,
    artifact,
    verdict: 'APPROVED',
    score: 1,
    reviewer: `@${login}`,
    results,
    how: recordText('who merged it by hand'),
    said: `${recordText('{who} merged the pull request by hand, which waives what did not hold or was not looked at.', { who: `@${login}` })}${undoes} ${notChecked}`,
  })
  clearCheck(check)
  check.state = 'DONE'
  check.review_id = event.review_id
  check.reviewed_artifact_id = artifact.artifact_id
  finishMerge(draft, action, event.merge_sha)
}

/** Tasks whose approved work the merge lets go. */
function undoneTasks(results: readonly CriterionResult[]): string[] {
  return results.flatMap(({ id, result }) => (result === 'waived' ? (undoneTask(id) ?? []) : []))
}

/** What neither a machine nor a person has looked at in this version. */
function nameUnchecked(draft: GateDraft, check: CheckNode, artifact: Artifact): string[] {
  const task = getTask(draft, artifact.task)
  const looked = new Set(
    knownResults(draft, check, artifact).flatMap(({ id, result }) => (result === 'none' ? [] : [id])),
  )
  const criteria = criteriaOf(task, artifact).filter(({ id }) => !looked.has(id))
  const hasTests = task.test.commands.length > 0
  const isTested = draft.execution.validations.some((one) => one.artifact_id === artifact.artifact_id)
  return [...criteria.map(({ id }) => id), ...(hasTests && !isTested ? [recordText('its own tests')] : [])]
}

function waiveTheRest(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  artifact: Artifact,
  login: string,
): CriterionResult[] {
  const found = knownResults(draft, check, artifact)
  const why = recordText('merged by hand')
  const task = getTask(draft, action.id)
  const own = new Set(task.acceptance_criteria.map(({ id }) => id))
  return criteriaOf(task, artifact).map(({ id }): CriterionResult => {
    const result = found.find((one) => one.id === id)
    if (result?.result === 'pass') return result
    // A waiver holds for later versions too: they may undo something else.
    if (own.has(id) && !action.waivers.some((waiver) => waiver.criterion === id)) {
      action.waivers = [...action.waivers, { criterion: id, by: login, why }]
    }
    const was = result === undefined || result.result === 'none' ? `; ${recordText('not checked')}` : ''
    const evidence = recordText('waived by {who}: {why}', { who: `@${login}`, why: `${why}${was}` })
    return { id, result: 'waived', evidence, judge: login }
  })
}
