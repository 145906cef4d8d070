import type { IssueState, QueueItem, SessionState } from '../session-state.ts'
import type { Session } from './work.ts'
import type { WorkDraft } from './work-draft.ts'

const historyLimit = 200

/** A session that has just been opened (spec 001 "初始状态"). */
export function openSession(id: string, at: string): Session {
  const state: SessionState = {
    schema_version: 1,
    status: 'pending',
    phase: 'init',
    work_dir: `.workflow/.scratchpad/${id}`,
    issues: {},
    queue: [],
    completed_actions: [],
    context: { total_issues: 0, completed_count: 0, failed_count: 0 },
    errors: [],
    created_at: at,
    updated_at: at,
  }
  return { id, state, history: [] }
}

/** The issue's row, queue item and counts, following the table of design 2 "Session". */
export function projectSession(draft: WorkDraft): Session {
  const { session, record } = draft
  const issue = projectIssue(draft)
  const issues = { ...session.state.issues, [record.id]: issue }
  const queue = projectQueue(session.state.queue, draft, issue)
  const all = Object.values(issues)
  const state: SessionState = {
    ...session.state,
    status: 'running',
    phase: projectPhase(session.state.phase, issue.status),
    issues,
    queue,
    completed_actions: projectActions(session.state.completed_actions, issue),
    context: {
      total_issues: all.length,
      completed_count: all.filter((one) => one.status === 'completed').length,
      failed_count: all.filter((one) => one.status === 'failed').length,
    },
  }
  if (JSON.stringify(state) === JSON.stringify(session.state)) return session
  const entry = {
    timestamp: draft.at,
    phase: state.phase,
    completed_actions: state.completed_actions.length,
    issues_count: all.length,
  }
  const history = [...session.history, entry].slice(-historyLimit)
  return { id: session.id, state: { ...state, updated_at: draft.at }, history }
}

/** The phase of what was acted on last; an end of one issue leaves it as it is. */
function projectPhase(phase: SessionState['phase'], status: IssueState['status']): SessionState['phase'] {
  switch (status) {
    case 'registered':
    case 'planning':
    case 'planned':
      return 'planning'
    case 'executing':
      return 'executing'
    case 'completed':
    case 'failed':
      return phase === 'init' ? 'planning' : phase
  }
}

function projectIssue(draft: WorkDraft): IssueState {
  const { record } = draft
  const before = draft.session.state.issues[record.id]
  const status = issueStatus(draft)
  return {
    id: record.id,
    title: record.frozen.title,
    status,
    solution_id: record.plan_id,
    planned_at: draft.plan?.created_at ?? null,
    executed_at: status === 'completed' || status === 'failed' ? (before?.executed_at ?? draft.at) : null,
    error: record.stopped?.why ?? null,
  }
}

function issueStatus(draft: WorkDraft): IssueState['status'] {
  switch (draft.record.phase) {
    case 'registered':
      return 'registered'
    case 'drafting':
    case 'awaiting_input':
      return 'planning'
    case 'proposed':
      return 'planned'
    case 'working':
      return 'executing'
    case 'completed':
      return 'completed'
    case 'stopped':
      return 'failed'
  }
}

function projectQueue(known: readonly QueueItem[], draft: WorkDraft, issue: IssueState): QueueItem[] {
  const planned = draft.plan?.id
  const queue = known.map((item) => (isReplaced(item, issue, planned) ? { ...item, status: 'failed' as const } : item))
  if (planned === undefined) return queue
  const status = queueStatus(issue.status)
  if (queue.some((item) => item.solution_id === planned)) {
    return queue.map((item) => (item.solution_id === planned ? { ...item, status } : item))
  }
  return [...queue, { item_id: `S-${queue.length + 1}`, issue_id: issue.id, solution_id: planned, status }]
}

function queueStatus(status: IssueState['status']): QueueItem['status'] {
  switch (status) {
    case 'registered':
    case 'planning':
    case 'planned':
      return 'pending'
    case 'executing':
    case 'completed':
    case 'failed':
      return status
  }
}

/** Another plan took its place, or is being made; without that the queue would never be empty again. */
function isReplaced(item: QueueItem, issue: IssueState, planned: string | undefined): boolean {
  return item.issue_id === issue.id && item.solution_id !== planned && item.status !== 'completed'
}

function projectActions(done: readonly string[], issue: IssueState): string[] {
  const own =
    issue.status === 'planned'
      ? `action-plan ${issue.id}`
      : issue.status === 'completed' || issue.status === 'failed'
        ? `action-execute ${issue.id}`
        : null
  const base = done.includes('action-init') ? [...done] : ['action-init', ...done]
  return own === null || base.includes(own) ? base : [...base, own]
}
