import type { Validation } from '../../../src/domain/records/loop/validation.ts'
import type { Receipt } from '../../../src/domain/records/execution-record.ts'
import { decideGate, type GateDecision, type GateState } from '../../../src/domain/gate/decide-gate.ts'
import type { GateEvent, GateRules, NewArtifact, Person } from '../../../src/domain/gate/draft/gate-event.ts'
import { startExecution } from '../../../src/domain/gate/start-execution.ts'
import type { ActionNode, CheckNode } from '../../../src/domain/records/node-state.ts'
import type { CriterionResult } from '../../../src/domain/records/review.ts'
import type { Task } from '../../../src/domain/plan/task.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildCriterion,
  buildPlan,
  buildReceipt,
  buildTask,
  checkIdOf,
  testSha,
  testUuid,
} from '../builders.ts'

export const ada: Person = { login: 'ada', id: 1 }
export const bo: Person = { login: 'bo', id: 2 }

export const gateRules: GateRules = {
  at: '2026-11-21T04:00:00Z',
  maxAttempts: 3,
  minScore: 0.8,
  allowSelf: false,
  reviewRole: 'write',
  reviewers: ['bo'],
  approver: null,
  away: [],
  askAtMost: 3,
  maxIterations: 10,
  sameFailure: { times: 2, approach: 'go_on', agents: [] },
  fallback: [],
}

/** A person judges it. */
export const manual = buildCriterion({ id: 'AC-2', check_method: 'manual_review', severity: 'major' })
/** A task whose first criterion is a machine's to judge, and the second a person's. */
export const judgedTask = buildTask({ acceptance_criteria: [buildCriterion(), manual] })
export const forPerson = [{ criterion: manual.id, for: 'person' as const }]

/** A plan of these tasks, just approved. */
export function startGate(...tasks: Task[]): GateState {
  const plan = buildPlan({ tasks: tasks.length > 0 ? tasks : [buildTask()] })
  return { plan, execution: startExecution(plan) }
}

/** The state after all these events; throws where one is refused. */
export function play(state: GateState, ...events: GateEvent[]): GateState {
  return events.reduce((now, event) => ({ plan: now.plan, execution: accept(now, event).execution }), state)
}

/** The decision, which must be an acceptance. */
export function accept(
  state: GateState,
  event: GateEvent,
  rules = gateRules,
): Extract<GateDecision, { kind: 'accepted' }> {
  const decision = decideGate(state, event, rules)
  if (decision.kind === 'refused') throw new Error(`${event.task} ${event.kind} was refused: ${decision.why}`)
  return decision
}

export function actionOf(state: Pick<GateState, 'execution'>, id = 'T1'): ActionNode {
  const node = state.execution.nodes[id]
  if (node?.kind !== 'ACTION') throw new Error(`no ACTION ${id}`)
  return node
}

export function checkOf(state: Pick<GateState, 'execution'>, id = 'T1'): CheckNode {
  const node = state.execution.nodes[checkIdOf(id)]
  if (node?.kind !== 'CHECK') throw new Error(`no CHECK of ${id}`)
  return node
}

/** A version whose commit follows from `name` and whose bytes follow from `bytes`. */
export function versionOf(
  task: string,
  name: string,
  bytes = name,
  by: NewArtifact['by'] = { kind: 'executor', name: 'codex' },
): NewArtifact {
  const { version: _version, task: _task, task_id: _taskId, ...artifact } = buildArtifact(buildTask({ id: task }))
  return {
    ...artifact,
    artifact_id: testUuid(`artifact:${task} ${name}`),
    commit_sha: testSha(`commit:${task} ${name}`),
    tree_sha: testSha(`tree:${task} ${bytes}`),
    by,
    files: [buildArtifactFile({ path: `src/${task}.ts`, sha256: `sha256 of ${task} ${bytes}`, blob: testSha(bytes) })],
  }
}

export function shaOf(task: string, name: string): string {
  return testSha(`commit:${task} ${name}`)
}

export function artifactIdOf(task: string, name: string): string {
  return testUuid(`artifact:${task} ${name}`)
}

export function runStarted(task = 'T1', run = 'r1'): GateEvent {
  return { kind: 'run_started', task, run_id: run, lease_until: '2026-11-21T04:20:00Z' }
}

/** The run made version `name` and its pull request 11 is open. */
export function runYielded(
  task = 'T1',
  run = 'r1',
  name = 'v1',
  more: { bytes?: string; validation?: Validation | null } = {},
): GateEvent {
  const artifact = { ...versionOf(task, name, more.bytes), run_id: run }
  return {
    kind: 'run_yielded',
    task,
    run_id: run,
    artifact,
    pull_request: 11,
    validation: more.validation ?? null,
    receipt: receiptOf(run),
  }
}

export function receiptOf(run: string): Receipt {
  return buildReceipt(buildTask(), { run_id: run })
}

export function reviewStarted(task = 'T1', review = 'c1'): GateEvent {
  return { kind: 'review_started', task, review_id: testUuid(`review:${review}`) }
}

export function reviewReported(
  task: string,
  review: string,
  results: Record<string, CriterionResult['result']>,
  waiting: { criterion: string; for: 'person' | 'ci' }[] = [],
  more: { validation?: Validation; receipt?: Receipt } = {},
): GateEvent {
  return {
    kind: 'review_reported',
    task,
    review_id: testUuid(`review:${review}`),
    validation: more.validation ?? null,
    results: Object.entries(results).map(([id, result]) => ({ id, result, evidence: `${id}: ${result}` })),
    waiting,
    reviewer: 'rules',
    deadline: '2026-11-21T05:00:00Z',
    ...(more.receipt && { receipt: more.receipt }),
  }
}

export function versionPushed(task = 'T1', name = 'p1', by = ada, bytes = name): GateEvent {
  const artifact = versionOf(task, name, bytes, { kind: 'person', ...by })
  return { kind: 'version_pushed', task, by, artifact: { ...artifact, run_id: null } }
}

export function approvedBy(by: Person, task = 'T1', version = 'v1', review = 'person-1'): GateEvent {
  return {
    kind: 'approved_by_person',
    task,
    by,
    head_sha: shaOf(task, version),
    review_id: testUuid(`review:${review}`),
    why: '',
  }
}

export function rejectedBy(by: Person, task = 'T1', version = 'v1', review = 'person-2'): GateEvent {
  return {
    kind: 'rejected_by_person',
    task,
    by,
    head_sha: shaOf(task, version),
    review_id: testUuid(`review:${review}`),
    why: 'the message is wrong',
  }
}

export function mergeConfirmed(task = 'T1', version = 'v1'): GateEvent {
  return {
    kind: 'merge_confirmed',
    task,
    artifact_id: artifactIdOf(task, version),
    merge_sha: testSha(`merge ${task} ${version}`),
  }
}

export function mergeConflicted(task = 'T1', version = 'v1'): GateEvent {
  return {
    kind: 'merge_conflicted',
    task,
    artifact_id: artifactIdOf(task, version),
    reason: 'T9 touched the same file',
    conflict: { paths: ['src/shared.ts'], tasks: ['T9'] },
  }
}

/** Run, version `v1` and its review under way, as `c-v1`; of another task than T1 as `c-T2-v1`. */
export function underReview(state: GateState, task = 'T1', version = 'v1'): GateState {
  const run = `r-${task}-${version}`
  return play(
    state,
    runStarted(task, run),
    runYielded(task, run, version),
    reviewStarted(task, reviewName(task, version)),
  )
}

/** As `underReview`, and AC-1 passed, so that the merge is owed. */
export function approved(state: GateState, task = 'T1', version = 'v1'): GateState {
  return play(underReview(state, task, version), reviewReported(task, reviewName(task, version), { 'AC-1': 'pass' }))
}

function reviewName(task: string, version: string): string {
  return task === 'T1' ? `c-${version}` : `c-${task}-${version}`
}

/** As `approved`, and merged. */
export function done(state: GateState, task = 'T1', version = 'v1'): GateState {
  return play(approved(state, task, version), mergeConfirmed(task, version))
}
