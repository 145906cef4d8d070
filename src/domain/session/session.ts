import type { SessionHistory, SessionState } from '../records/session/session-state.ts'

/** A run of the orchestrator (spec 001 §2): what its folder on the workflow branch holds beside the plans. */
export interface Session {
  id: string
  state: SessionState
  history: SessionHistory
}

const maxIssues = 50
const maxMs = 24 * 3_600_000

/** A session that has just been opened (spec 001 §1). */
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

/** Whether a new issue may still go into it: not after 50, not after 24 hours, not once it is complete (spec 001 §2). */
export function takesNewIssues({ state }: Session, ageMs: number): boolean {
  return state.status !== 'completed' && Object.keys(state.issues).length < maxIssues && ageMs < maxMs
}

/** `codex-issue-20261121T031200Z`: ids are times, so that the newest session has the greatest. */
export function sessionIdAt(at: string): string {
  return `codex-issue-${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** When the session of that id was opened, in whole seconds. */
export function sessionOpenedAt(id: string): string {
  return id.replace(/^codex-issue-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z')
}
