import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import {
  findArtifact,
  type GateDraft,
  getCheck,
  getLockedVersion,
  getTask,
  refuseSilently,
} from '../draft/gate-draft.ts'
import { whoJudges } from '../draft/who-judges.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { recordText } from '../../language/message.ts'

/**
 * CI finished something on the commit under review, in time or late: the review looks again, under the same review id;
 * one that is looking right now does so once it has reported, since it may have looked too early.
 */
export function reportCi(draft: GateDraft, action: ActionNode, event: GateEventOf<'ci_reported'>): Refusal | undefined {
  const check = getCheck(draft, action)
  const artifact = findArtifact(draft, check.reviewed_artifact_id)
  const concerned = check.review_id !== null && artifact?.commit_sha === event.commit_sha
  const busy = check.state === 'RUNNING' && check.deadline === null
  const asksCi = getTask(draft, action.id).acceptance_criteria.some((one) => one.check_method === 'ci_check')
  if (concerned && busy && asksCi && !check.ci_news) {
    check.ci_news = true
    return undefined
  }
  const waits = check.state === 'RUNNING' ? !busy : check.waiting_for?.kind === 'ci'
  if (!waits || !concerned) return refuseSilently('no review waits for CI on that commit')
  check.state = 'RUNNING'
  check.waiting_for = null
  lookOnceMore(draft, action, check)
  return undefined
}

/** The same review of the same version, since CI has news. */
export function lookOnceMore(draft: GateDraft, action: ActionNode, check: CheckNode): void {
  const { review_id, reviewed_artifact_id: artifact_id } = check
  if (review_id === null || artifact_id === null) throw new Error(`${check.id} has no review under way`)
  check.ci_news = false
  draft.effects.push({ kind: 'review_version', task: action.id, review_id, artifact_id })
}

/** CI did not report in time: a person is asked (it may not run for pull requests into this base). */
export function overdueCi(draft: GateDraft, action: ActionNode, event: GateEventOf<'ci_overdue'>): Refusal | undefined {
  const check = getCheck(draft, action)
  if (check.state !== 'RUNNING' || check.review_id !== event.review_id || check.deadline === null) {
    return refuseSilently('no review waits for CI')
  }
  const who = whoJudges(draft, check, getLockedVersion(draft, check, check.reviewed_artifact_id))
  const what = recordText('CI did not report on {branch} in time; it may not run for pull requests into this base', {
    branch: action.branch,
  })
  check.deadline = null
  check.state = 'WAITING_EXTERNAL'
  check.waiting_for = { kind: 'ci', who, what }
  draft.effects.push({ kind: 'ask_reviewers', task: action.id, review_id: event.review_id, who })
  return undefined
}
