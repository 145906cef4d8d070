import type { DevelopTask, LoopState, SkillState, TestResult } from '../loop-state.ts'
import type { ActionNode, NodeState } from '../node-state.ts'
import type { Plan } from '../plan.ts'
import type { CriterionResult } from '../review.ts'
import type { ExecutionRecord } from '../execution-record.ts'
import type { DecisionContext, WorkDraft } from './work-draft.ts'

/** A loop is one run of an approved plan (spec 002); its id is `loop-v2-YYYYMMDD-xxxxxx`. */
export function startLoop(plan: Plan, at: string, context: DecisionContext): LoopState {
  const suffix = context.newId().replaceAll('-', '').slice(-6)
  return {
    schema_version: 1,
    loop_id: `loop-v2-${at.slice(0, 10).replaceAll('-', '')}-${suffix}`,
    title: plan.description.split('\n')[0] ?? plan.id,
    description: plan.description,
    max_iterations: context.configuration.run.max_iterations,
    status: 'running',
    current_iteration: 1,
    created_at: at,
    updated_at: at,
  }
}

/** The loop as the gate's state has it: `develop.tasks` mirror the plan's tasks (design 2 "Loop"). */
export function projectLoop(draft: WorkDraft): LoopState | null {
  const { loop, plan, execution, record } = draft
  if (loop === null || plan === null || execution === null) return loop
  const skill = projectSkill(loop, plan, execution, draft.at)
  const done = record.phase === 'completed'
  const next: LoopState = { ...loop, skill_state: skill }
  if (done) {
    next.status = 'completed'
    next.completed_at = loop.completed_at ?? draft.at
  } else if (loop.status === 'completed') {
    next.status = record.paused ? 'paused' : 'running'
    delete next.completed_at
  }
  return sameLoop(next, loop) ? loop : { ...next, updated_at: draft.at }
}

/** Tasks are by far the most of it, and unchanged ones are the same objects as before. */
function sameLoop(next: LoopState, before: LoopState): boolean {
  const tasks = before.skill_state?.develop.tasks ?? []
  const sameTasks = next.skill_state?.develop.tasks.every((task, index) => task === tasks[index]) ?? true
  return sameTasks && JSON.stringify(withoutTasks(next)) === JSON.stringify(withoutTasks(before))
}

function withoutTasks(loop: LoopState): LoopState {
  const skill = loop.skill_state
  return skill === undefined ? loop : { ...loop, skill_state: { ...skill, develop: { ...skill.develop, tasks: [] } } }
}

function projectSkill(loop: LoopState, plan: Plan, execution: ExecutionRecord, at: string): SkillState {
  const before = loop.skill_state
  const develop = projectDevelop(loop, plan, execution, at)
  const allDone = develop.completed === develop.total && develop.total > 0
  return {
    current_action: allDone ? 'complete' : 'develop',
    last_action: allDone
      ? 'action-validate-with-file'
      : develop.completed > 0
        ? 'action-develop-with-file'
        : 'action-init',
    completed_actions: [
      'action-init',
      ...Array.from({ length: develop.completed }, () => 'action-develop-with-file'),
      ...(allDone ? ['action-validate-with-file'] : []),
    ],
    mode: 'auto',
    develop,
    debug: before?.debug ?? {
      hypotheses_count: 0,
      hypotheses: [],
      confirmed_hypothesis: null,
      iteration: 0,
      last_analysis_at: null,
    },
    validate: projectValidate(before, execution, allDone),
    errors: before?.errors ?? [],
  }
}

function projectDevelop(loop: LoopState, plan: Plan, execution: ExecutionRecord, at: string): SkillState['develop'] {
  const before = loop.skill_state?.develop
  const oldTasks = new Map(before?.tasks.map((task) => [task.id, task]))
  const artifacts = new Map(execution.artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  const tasks = plan.tasks.map((task): DevelopTask => {
    const node = execution.nodes[task.id]
    const action = node?.kind === 'ACTION' ? node : undefined
    const status = developStatus(action)
    const artifact = artifacts.get(action?.active_artifact_id ?? '')
    const old = oldTasks.get(task.id)
    const next: DevelopTask = {
      id: task.id,
      description: task.title,
      tool: toolOf(action?.executor ?? task.executor),
      mode: 'write',
      status,
      files_changed: artifact?.files.map((file) => file.path) ?? [],
      created_at: loop.created_at,
      completed_at: status === 'completed' ? (old?.completed_at ?? at) : null,
    }
    return old !== undefined && sameTask(next, old) ? old : next
  })
  const completed = tasks.filter((task) => task.status === 'completed').length
  const current = tasks.find((task) => task.status === 'in_progress')
  return {
    total: tasks.length,
    completed,
    ...(current ? { current_task: current.id } : {}),
    tasks,
    last_progress_at: completed === (before?.completed ?? 0) ? (before?.last_progress_at ?? null) : at,
  }
}

function sameTask(one: DevelopTask, other: DevelopTask): boolean {
  return (
    one.status === other.status &&
    one.description === other.description &&
    one.tool === other.tool &&
    one.created_at === other.created_at &&
    one.completed_at === other.completed_at &&
    one.files_changed.length === other.files_changed.length &&
    one.files_changed.every((path, index) => path === other.files_changed[index])
  )
}

/**
 * Passed once the gate let every task through: completed ⇒ validated (spec 002 "validateState"). A minor criterion
 * that failed under an approval is listed and lowers the rate, it does not undo the approval.
 */
function projectValidate(
  before: SkillState | undefined,
  execution: ExecutionRecord,
  allDone: boolean,
): SkillState['validate'] {
  const results = testResults(execution)
  const failed = results.filter((result) => result.status === 'failed')
  return {
    pass_rate: results.length === 0 ? 0 : Math.round((1 - failed.length / results.length) * 1000) / 10,
    coverage: before?.validate.coverage ?? 0,
    test_results: results,
    passed: allDone && results.length > 0,
    failed_tests: failed.map((result) => `${result.suite} ${result.test_name}`),
    last_run_at: execution.reviews.at(-1)?.submitted_at ?? null,
  }
}

/** Until the loop runs the plan's own tests, what was validated is each task's criteria on the version that counts. */
function testResults(execution: ExecutionRecord): TestResult[] {
  if (execution.reviews.length === 0) return []
  const newest = new Map(execution.reviews.map((review) => [review.reviewed_artifact_id, review]))
  return Object.values(execution.nodes).flatMap((node) => {
    if (node.kind !== 'ACTION') return []
    const review = newest.get(node.active_artifact_id ?? '') ?? newest.get(node.approved_artifact_id ?? '')
    const results = review?.criteria.filter((criterion) => criterion.result !== 'none') ?? []
    return results.map((criterion) => testResult(node.id, criterion))
  })
}

function testResult(suite: string, criterion: CriterionResult): TestResult {
  return {
    test_name: criterion.id,
    suite,
    status: criterion.result === 'pass' ? 'passed' : criterion.result === 'fail' ? 'failed' : 'skipped',
    duration_ms: 0,
    error_message: criterion.result === 'fail' ? criterion.evidence : null,
    stack_trace: null,
  }
}

function developStatus(action: ActionNode | undefined): 'pending' | 'in_progress' | 'completed' | 'failed' {
  const state: NodeState['state'] = action?.state ?? 'PENDING'
  switch (state) {
    case 'DONE':
      return 'completed'
    case 'CANCELLED':
      return 'failed'
    case 'PENDING':
    case 'READY':
      return 'pending'
    case 'RUNNING':
    case 'READY_TO_CHECK':
    case 'TO_BE_MODIFY':
    case 'WAITING_EXTERNAL':
      return 'in_progress'
  }
}

/** Spec 002 has four tools; every other executor is `bash`, the real one is in the receipt (design 2 "Loop"). */
function toolOf(executor: string): 'codex' | 'gemini' | 'qwen' | 'bash' {
  return executor === 'codex' || executor === 'gemini' || executor === 'qwen' ? executor : 'bash'
}
