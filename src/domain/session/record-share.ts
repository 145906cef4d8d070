import type { SessionAct } from '../records/session/session-act.ts'
import type { SessionShare } from './session-share.ts'
import type { Session } from './session.ts'
import type { IssueState, QueueItem, SessionState } from '../records/session/session-state.ts'

const historyLimit = 200
const errorLimit = 200

/**
 * The session once an issue's share and acts are in it: row, queue, counts, actions, errors, phase, and an entry of its
 * history. The same session where nothing of it changes. The order of issues changes nothing but the order of lists.
 */
export function recordShare(session: Session, share: SessionShare, acts: readonly SessionAct[], at: string): Session {
  const { issue } = share
  const before = session.state
  const issues = { ...before.issues, [issue.id]: issue }
  const all = Object.values(issues)
  const complete = isEmptyQueue(all)
  const listed = acts.some((act) => act.kind === 'listed')
  const moved = JSON.stringify(issue) !== JSON.stringify(before.issues[issue.id])
  const state: SessionState = {
    ...before,
    status: complete ? 'completed' : 'running',
    phase: complete ? 'complete' : listed ? 'listing' : moved ? nextPhase(before.phase, issue.status) : before.phase,
    issues,
    queue: recordQueue(before.queue, share),
    completed_actions: recordActions(before.completed_actions, share, listed, complete),
    context: {
      total_issues: all.length,
      completed_count: all.filter((one) => one.status === 'completed').length,
      failed_count: all.filter((one) => one.status === 'failed').length,
    },
    errors: [...before.errors, ...newErrors(before.issues[issue.id], share, acts, at)].slice(-errorLimit),
  }
  if (JSON.stringify(state) === JSON.stringify(before)) return session
  const entry = {
    timestamp: at,
    phase: state.phase,
    completed_actions: state.completed_actions.length,
    issues_count: all.length,
  }
  const history = [...session.history, entry].slice(-historyLimit)
  return { id: session.id, state: { ...state, updated_at: at }, history }
}

/** Every issue came to its end: what is left of the queue is done or given up. */
function isEmptyQueue(issues: readonly IssueState[]): boolean {
  return issues.every((issue) => issue.status === 'completed' || issue.status === 'failed')
}

/** The phase of what was acted on last; the end of one issue among others leaves them being worked on. */
function nextPhase(phase: SessionState['phase'], status: IssueState['status']): SessionState['phase'] {
  switch (status) {
    case 'registered':
    case 'planning':
    case 'planned':
      return 'planning'
    case 'executing':
      return 'executing'
    case 'completed':
    case 'failed':
      return phase === 'planning' ? 'planning' : 'executing'
  }
}

function recordQueue(known: readonly QueueItem[], { issue, planned }: SessionShare): QueueItem[] {
  const queue = known.map((item) => (isReplaced(item, issue, planned) ? { ...item, status: 'failed' as const } : item))
  if (planned === null) return queue
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
function isReplaced(item: QueueItem, issue: IssueState, planned: string | null): boolean {
  return item.issue_id === issue.id && item.solution_id !== planned && item.status !== 'completed'
}

/** Ids of the actions that were carried out, each once and in their order: a plan by its id, an execution by its loop's. */
function recordActions(
  done: readonly string[],
  { issue, planned, replaced, executed }: SessionShare,
  listed: boolean,
  complete: boolean,
): string[] {
  // Sessions of earlier versions named the issue, for its first plan and all its loops.
  const isKnown = done.includes(`action-plan ${issue.id}`) && planned?.endsWith('-1') === true
  const wanted: (string | false)[] = [
    'action-init',
    listed && 'action-list',
    ...replaced.map((loop) => `action-execute ${loop}`),
    planned !== null && !isKnown && `action-plan ${planned}`,
    executed !== null && `action-execute ${executed}`,
    complete && 'action-complete',
  ]
  return [...new Set([...done, ...wanted.filter((one) => one !== false)])]
}

/** What its decisions named, and the reason of an issue that fails now. */
function newErrors(
  before: IssueState | undefined,
  { issue, executed }: SessionShare,
  acts: readonly SessionAct[],
  at: string,
): SessionState['errors'] {
  const named = acts.flatMap((act) => {
    if (act.kind !== 'failed') return []
    return [{ action: `${act.action} ${issue.id}`, message: act.message, timestamp: act.at }]
  })
  if (issue.status !== 'failed' || before?.status === 'failed') return named
  const action = `${executed !== null ? 'action-execute' : 'action-plan'} ${issue.id}`
  return [...named, { action, message: issue.error ?? 'failed', timestamp: issue.executed_at ?? at }]
}
