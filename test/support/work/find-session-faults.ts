import type { SessionState } from '../../../src/domain/records/session/session-state.ts'

const ended = ['completed', 'failed']

/** Spec 001 §4, word for word; undefined where the state passes. */
function validateState(state: SessionState): string | undefined {
  if (!state.status) return 'Missing: status'
  if (!state.phase) return 'Missing: phase'
  if (!state.work_dir) return 'Missing: work_dir'
  if (!['pending', 'running', 'completed'].includes(state.status)) return `Invalid status: ${state.status}`
  if (typeof state.issues !== 'object') return 'issues must be object'
  if (!Array.isArray(state.queue)) return 'queue must be array'
  return undefined
}

/** What of a session contradicts spec 001 or itself, a sentence each. */
export function findSessionFaults(state: SessionState): string[] {
  const { status, phase, queue, context, errors, completed_actions: actions } = state
  const issues = Object.values(state.issues)
  const faults = [validateState(state) ?? []].flat()
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) faults.push(`${what} is ${String(found)}, not ${String(wanted)}`)
  }
  const count = (one: string) => issues.filter((issue) => issue.status === one).length
  expectSame('total_issues', context.total_issues, issues.length)
  expectSame('completed_count', context.completed_count, count('completed'))
  expectSame('failed_count', context.failed_count, count('failed'))
  const complete = issues.length > 0 && issues.every((issue) => ended.includes(issue.status))
  expectSame('its status', status, complete ? 'completed' : issues.length === 0 ? 'pending' : 'running')
  expectSame('that its phase is complete', phase === 'complete', complete)
  if (complete) expectSame('its open queue', queue.filter((item) => !ended.includes(item.status)).length, 0)
  if (complete) expectSame('that action-complete is done', actions.includes('action-complete'), true)
  expectSame('its number of item ids', new Set(queue.map((item) => item.item_id)).size, queue.length)
  expectSame('its number of plans', new Set(queue.map((item) => item.solution_id)).size, queue.length)
  expectSame('its number of actions', new Set(actions).size, actions.length)
  for (const item of queue) {
    const issue = state.issues[item.issue_id]
    if (issue === undefined) faults.push(`${item.item_id} is of ${item.issue_id}, which is not in it`)
    const wanted = issue?.status === 'planned' || issue?.status === 'planning' ? 'pending' : issue?.status
    if (issue?.solution_id === item.solution_id) expectSame(item.item_id, item.status, wanted)
    else if (!ended.includes(item.status)) faults.push(`${item.item_id} is ${item.status}, of a plan that was replaced`)
  }
  if (issues.length > 50) faults.push(`it has ${issues.length} issues`)
  if (errors.length > 200) faults.push(`it has ${errors.length} errors`)
  return faults
}
