import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import { closePullRequest, fence, findAction, type GateDraft, getCheck } from './gate-draft.ts'
import { clearCheck } from './record-version.ts'
import { recordText } from '../../language/message.ts'

/**
 * An approved input changed or fell away: everything downstream goes back to PENDING, its approvals are stale and its
 * live runs are fenced (spec 003 §4). The caller sets the state of `action` itself.
 */
export function leaveDone(draft: GateDraft, action: ActionNode): void {
  action.merge = 'none'
  closePullRequest(action)
  const waiting = [action.id]
  const seen = new Set(waiting)
  const dependents = dependentsOf(draft)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const dependentId of dependents.get(id) ?? []) {
      if (seen.has(dependentId)) continue
      seen.add(dependentId)
      waiting.push(dependentId)
      const dependent = findAction(draft, dependentId)
      if (dependent) resetDependent(dependent, getCheck(draft, dependent))
    }
  }
}

function dependentsOf(draft: GateDraft): Map<string, string[]> {
  const dependents = new Map<string, string[]>()
  for (const task of draft.plan.tasks) {
    for (const id of task.depends_on) {
      const list = dependents.get(id)
      if (list) list.push(task.id)
      else dependents.set(id, [task.id])
    }
  }
  return dependents
}

function resetDependent(dependent: ActionNode, check: CheckNode): void {
  if (dependent.state === 'CANCELLED' || dependent.state === 'PENDING') return
  if (dependent.state === 'DONE') closePullRequest(dependent)
  fence(dependent)
  dependent.state = 'PENDING'
  dependent.merge = dependent.hand_merge === null ? 'none' : 'merged'
  dependent.waiting_for = null
  dependent.reason = recordText('an input changed')
  if (dependent.approved_artifact_id !== null) dependent.approval_stale = true
  clearCheck(check)
  check.state = 'PENDING'
}
