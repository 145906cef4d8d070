import type { IssueStatus, TaskStatus } from '../../../src/domain/records/status-report.ts'

/** A task that has not begun, `T1` unless said otherwise. */
export function buildTaskStatus(overrides: Partial<TaskStatus> = {}): TaskStatus {
  return {
    id: 'T1',
    title: 'Raise the limit',
    state: 'PENDING',
    check: 'PENDING',
    approved: false,
    merging: false,
    stale: false,
    executor: 'codex',
    version: null,
    by: null,
    approved_version: null,
    rejected_versions: 0,
    attempts: 0,
    pull_request: null,
    after: [],
    waits_for: null,
    reason: null,
    ...overrides,
  }
}

/** ISS-007 at work on its only task. */
export function buildIssueStatus(overrides: Partial<IssueStatus> = {}): IssueStatus {
  const tasks = overrides.tasks ?? [buildTaskStatus({ state: 'RUNNING' })]
  return {
    id: 'ISS-007',
    number: 7,
    title: 'Refuse expired tokens',
    repository: 'octo/widgets',
    phase: 'working',
    since: null,
    plan: { id: 'SOL-ISS-007-1', hash: '1a2b3c4d5e' },
    tasks_total: tasks.length,
    tasks_approved: tasks.filter(({ approved }) => approved).length,
    progress: null,
    iteration: { current: 2, most: 10 },
    tests: null,
    tasks,
    debug: null,
    needs: [],
    final_pull_request: null,
    released: null,
    ...overrides,
  }
}
