import { listNodeStates } from '../../gate/list-node-states.ts'
import { countIterations } from '../../loop/iterations.ts'
import { testsHold } from '../../loop/plan-tests-verdict.ts'
import { projectValidate } from '../../loop/project-validate.ts'
import { issueNumberOf } from '../../records/iss-record.ts'
import { ofThisLoop } from '../../loop/of-this-loop.ts'
import type { DevelopTask, LoopState, SkillState } from '../../records/loop/loop-state.ts'
import type { ActionNode, NodeState } from '../../records/node-state.ts'
import type { Plan } from '../../plan/plan.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { findCurrentAction, findCurrentTask } from './current-action.ts'
import type { DecisionContext, WorkDraft } from '../draft/work-draft.ts'
import { cutText } from '../../text/cut-text.ts'

/** A loop is one run of an approved plan (spec 002 §1). `count`: which of its issue's it is, from 1. */
export function startLoop(plan: Plan, at: string, context: DecisionContext, count: number): LoopState {
  return {
    schema_version: 1,
    loop_id: loopId(issueNumberOf(plan.issue_id), count, at),
    title: plan.description.split('\n')[0] ?? plan.id,
    description: plan.description,
    max_iterations: context.configuration.run.max_iterations,
    status: 'running',
    current_iteration: 1,
    created_at: at,
    updated_at: at,
  }
}

/**
 * `loop-v2-YYYYMMDD-xxxxxx`: issue and count in base 36, four digits and two, so that no two loops of a repository have
 * the same, whoever decides at the same time (decision 46). Numbers that need more digits make a longer id.
 */
function loopId(issue: number, count: number, at: string): string {
  const digits = issue.toString(36).padStart(4, '0') + count.toString(36).padStart(2, '0')
  return `loop-v2-${at.slice(0, 10).replaceAll('-', '')}-${digits}`
}

/** The loop as the gate's state has it: `develop.tasks` mirror the plan's tasks (spec 002 §4). */
export function projectLoop(
  draft: WorkDraft,
  nodes: readonly NodeState[] = listNodeStates(draft.execution?.nodes),
): LoopState | null {
  const { loop, plan, execution, record } = draft
  if (loop === null || plan === null || execution === null) return loop
  const done = record.phase === 'completed'
  const skill = projectSkill({ ...draft, loop, plan, execution }, nodes)
  const next: LoopState = { ...loop, skill_state: skill, current_iteration: countIterations(execution) }
  if (done) {
    next.status = 'completed'
    next.completed_at = loop.completed_at ?? draft.at
  } else if (record.phase === 'working') {
    // What was complete may go on again.
    next.status = record.paused ? 'paused' : 'running'
    delete next.completed_at
    delete next.failure_reason
  }
  return sameLoop(next, loop) ? loop : { ...next, updated_at: draft.at }
}

/** Older ones are in `changes.log` and `debug.log`. */
const actionsKept = 200

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

type Projected = WorkDraft & { loop: LoopState; plan: Plan; execution: ExecutionRecord }

/** Newest last. */
const errorsKept = 100
const errorLength = 300

function projectSkill(draft: Projected, nodes: readonly NodeState[]): SkillState {
  const { loop, plan, execution, record, at } = draft
  const before = loop.skill_state
  const isComplete = record.phase === 'completed'
  const errors = draft.errors.map(({ action, message }) => ({
    action,
    message: cutText(message.replaceAll(/\s+/g, ' ').trim(), errorLength),
    timestamp: at,
  }))
  const own = ofThisLoop(execution)
  const actions = projectActions(own, isComplete)
  return {
    current_action: findCurrentAction(draft, nodes, before?.current_action ?? null),
    last_action: actions.at(-1) ?? null,
    completed_actions: actions,
    mode: 'auto',
    develop: projectDevelop(loop, plan, execution, at),
    debug: projectDebug(own),
    validate: projectValidate(execution, isComplete),
    errors: [...(before?.errors ?? []), ...errors].slice(-errorsKept),
  }
}

/** What was done, in its order: a version is developed, tests validate, a failure is debugged (spec 002 §4). */
function projectActions({ artifacts, validations }: ExecutionRecord, isComplete: boolean): string[] {
  const made = artifacts.map(({ created_at: at }) => ({ at, actions: ['action-develop-with-file'] }))
  const analysed = new Set<string>()
  const versions = new Set<string>()
  const tested = validations.map(({ at, analysis_id: analysis, artifact_id: version }) => {
    const isNew = analysis !== null && !analysed.has(analysis)
    if (isNew) analysed.add(analysis)
    // A run that made a version's bytes once more: there is no other version of it.
    const isAgain = version !== null && versions.has(version)
    if (version !== null) versions.add(version)
    const developed = isAgain ? ['action-develop-with-file'] : []
    return { at, actions: [...developed, 'action-validate-with-file', ...(isNew ? ['action-debug-with-file'] : [])] }
  })
  // Stable: a version and the validation of the same moment stay in this order.
  const done = [...made, ...tested].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const all = ['action-init', ...done.flatMap(({ actions }) => actions), ...(isComplete ? ['action-complete'] : [])]
  return all.slice(-actionsKept)
}

/** The newest analysis; its hypotheses stand until the tests that they are about pass. */
function projectDebug({
  analyses,
  analyses_left_out: leftOut,
  validations,
  test_waivers: waivers,
}: ExecutionRecord): SkillState['debug'] {
  const newest = analyses.at(-1)
  const validation = validations.findLast((one) => one.analysis_id === newest?.analysis_id)
  const later = validations.findLast((one) => one.task === validation?.task)
  const isActive = newest !== undefined && later !== undefined && !testsHold(later, waivers)
  const hypotheses = newest?.hypotheses ?? []
  return {
    ...(isActive ? { active_bug: `${newest.task ?? 'plan'}: ${newest.failing_tests[0] ?? 'its tests failed'}` } : {}),
    hypotheses_count: hypotheses.length,
    hypotheses,
    confirmed_hypothesis: hypotheses.find(({ status }) => status === 'confirmed')?.id ?? null,
    iteration: leftOut + analyses.length,
    last_analysis_at: newest?.at ?? null,
  }
}

function projectDevelop(loop: LoopState, plan: Plan, execution: ExecutionRecord, at: string): SkillState['develop'] {
  const before = loop.skill_state?.develop
  const findOld = createLookUp(before?.tasks ?? [])
  const artifacts = new Map(execution.artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  const tasks: DevelopTask[] = []
  let completed = 0
  for (const [index, task] of plan.tasks.entries()) {
    const node = execution.nodes[task.id]
    const action = node?.kind === 'ACTION' ? node : undefined
    const status = developStatus(action)
    if (status === 'completed') completed += 1
    const old = findOld(task.id, index)
    const next: DevelopTask = {
      id: task.id,
      description: task.title,
      tool: toolOf(action?.executor ?? task.executor),
      mode: 'write',
      status,
      files_changed: artifacts.get(action?.active_artifact_id ?? '')?.files.map((file) => file.path) ?? [],
      created_at: loop.created_at,
      completed_at: status === 'completed' ? (old?.completed_at ?? at) : null,
    }
    tasks.push(old !== undefined && sameTask(next, old) ? old : next)
  }
  const current = findCurrentTask(plan.tasks, execution)
  return {
    total: tasks.length,
    completed,
    ...(current === undefined ? {} : { current_task: current }),
    tasks,
    last_progress_at: completed === (before?.completed ?? 0) ? (before?.last_progress_at ?? null) : at,
  }
}

/** The task as it was before: nearly always in the same place, so that the map is made for a plan that changed only. */
function createLookUp(tasks: readonly DevelopTask[]): (id: string, index: number) => DevelopTask | undefined {
  let byId: ReadonlyMap<string, DevelopTask> | undefined
  return (id, index) => {
    const same = tasks[index]
    if (same?.id === id) return same
    return (byId ??= new Map(tasks.map((task) => [task.id, task]))).get(id)
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

/** Spec 002 §2 has four tools; every other executor is `bash`, the real one is in the receipt. */
function toolOf(executor: string): 'codex' | 'gemini' | 'qwen' | 'bash' {
  return executor === 'codex' || executor === 'gemini' || executor === 'qwen' ? executor : 'bash'
}
