import type { ExecutionRecord } from '../records/execution-record.ts'
import { type Carryable, workBranch } from '../records/iss-record.ts'
import type { NodeState } from '../records/node-state.ts'
import type { Plan } from '../plan/plan.ts'

/** The execution record of a plan that was just approved: everything PENDING, nothing made, `carried` to be taken over. */
export function startExecution(plan: Plan, carried: readonly Carryable[] = []): ExecutionRecord {
  const carries = new Map(carried.map((one) => [one.task, one.from]))
  const nodes: Record<string, NodeState> = {}
  for (const goal of plan.goals) nodes[goal.id] = { kind: 'GOAL', id: goal.id, task_id: goal.task_id, state: 'PENDING' }
  const byTaskId = new Map(plan.tasks.map((task) => [task.task_id, task]))
  for (const task of plan.tasks) {
    nodes[task.id] = {
      kind: 'ACTION',
      id: task.id,
      task_id: task.task_id,
      state: task.depends_on.length === 0 ? 'READY' : 'PENDING',
      attempts: 0,
      lost_leases: 0,
      waiting_for: null,
      reason: null,
      active_artifact_id: null,
      approved_artifact_id: null,
      approval_stale: false,
      merge: 'none',
      run: null,
      inputs: {},
      executor: task.executor,
      waivers: [],
      branch: workBranch(plan.id, task.id),
      hand_merge: null,
      conflict: null,
      pull_request: null,
      carry: carries.get(task.id) ?? null,
    }
  }
  for (const check of plan.checks) {
    nodes[check.id] = {
      kind: 'CHECK',
      id: check.id,
      task_id: check.task_id,
      target: byTaskId.get(check.review_target_task_id)?.id ?? '',
      state: 'PENDING',
      attempts: 0,
      waiting_for: null,
      reason: null,
      review_id: null,
      reviewed_artifact_id: null,
      partial: [],
      superseded_review: null,
      deadline: null,
      ci_news: false,
    }
  }
  return {
    schema_version: 1,
    solution_id: plan.id,
    executed_at: null,
    execution_result: { files_modified: [], commit_hash: null },
    nodes,
    artifacts: [],
    reviews: [],
    merges: [],
    receipts: [],
    receipts_left_out: { runs: 0, duration_ms: 0, tokens: 0, cost_usd: 0 },
    analyses: [],
    analyses_left_out: 0,
    validations: [],
    before_loop: { artifacts: 0, validations: 0, analyses: 0 },
    test_waivers: [],
  }
}
