import { addFailure, decideApproach, keyOfReason } from '../attempts/same-failure.ts'
import type { SameFailure } from '../../records/same-failure.ts'
import type { Artifact } from '../../records/artifact.ts'
import type { EffectAction } from '../../effects/effect.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { ActionNode, CheckNode, NodeState } from '../../records/node-state.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Review } from '../../records/review.ts'
import type { Task } from '../../plan/task.ts'
import type { GateRules, Refusal } from './gate-event.ts'
import { type GateRows, indexRows } from './gate-rows.ts'
import { recordText } from '../../language/message.ts'

/** The state that one decision works on, and the effects it comes to. It never leaves the decision half done. */
export interface GateDraft {
  readonly plan: Plan
  readonly execution: Omit<ExecutionRecord, 'nodes'> & { nodes: Readonly<Record<string, Readonly<NodeState>>> }
  /** Ids of the nodes that are copies already; the others are still those of the state before, and only looked at. */
  readonly copied: Set<string>
  readonly rows: GateRows
  readonly effects: EffectAction[]
  readonly rules: GateRules
  /** What happened, a line each, for the thread's trail. */
  readonly trail: string[]
}

/**
 * Opens a draft: lists are copied, and a node once a handler takes it to change it, so that handlers may assign fields
 * and push rows. What lies below (waivers, partial results, pull requests) is replaced, never changed in place.
 */
export function openGateDraft(plan: Plan, execution: ExecutionRecord, rules: GateRules): GateDraft {
  return continueGateDraft(
    plan,
    {
      ...execution,
      execution_result: { ...execution.execution_result },
      nodes: listAnew(execution.nodes),
      artifacts: [...execution.artifacts],
      reviews: [...execution.reviews],
      merges: [...execution.merges],
      receipts: [...execution.receipts],
    },
    rules,
  )
}

/** A draft that changes `execution` itself: for what a draft of the same decision came to, which nobody else has seen. */
export function continueGateDraft(plan: Plan, execution: ExecutionRecord, rules: GateRules): GateDraft {
  return { plan, execution, copied: new Set(), rows: indexRows(plan, execution), effects: [], rules, trail: [] }
}

/** The same nodes under the same names: of 200,000 a loop over the names takes half of the time of `{ ...nodes }`. */
function listAnew(nodes: ExecutionRecord['nodes']): ExecutionRecord['nodes'] {
  const listed: Record<string, NodeState> = {}
  for (const id of Object.keys(nodes)) {
    const node = nodes[id]
    if (node !== undefined) listed[id] = node
  }
  return listed
}

/** A node that may be changed: a copy, made when it is first taken. Of 200,000 nodes a decision changes a few. */
export function takeNode(draft: GateDraft, id: string): NodeState | undefined {
  const nodes: Record<string, NodeState> = draft.execution.nodes
  const node = nodes[id]
  if (node === undefined || draft.copied.has(id)) return node
  const copy = { ...node }
  nodes[id] = copy
  draft.copied.add(id)
  return copy
}

export function refuse(why: string, next = ''): Refusal {
  return { kind: 'refused', why, next, silent: false }
}

/** For results of runs and reviews that are no longer the current ones, and for doubled events. */
export function refuseSilently(why: string): Refusal {
  return { kind: 'refused', why, next: '', silent: true }
}

/** An ACTION to be changed. */
export function findAction(draft: GateDraft, id: string): ActionNode | undefined {
  const node = takeNode(draft, id)
  return node?.kind === 'ACTION' ? node : undefined
}

/** An ACTION to be looked at. */
export function peekAction(draft: GateDraft, id: string): Readonly<ActionNode> | undefined {
  const node = draft.execution.nodes[id]
  return node?.kind === 'ACTION' ? node : undefined
}

/** The CHECK of an ACTION, to be changed: there is exactly one in a legal plan (spec 003 §1.2). */
export function getCheck(draft: GateDraft, action: ActionNode): CheckNode {
  const check =
    takeCheckOf(draft, action, action.id.replace(/^T/, 'C')) ??
    takeCheckOf(draft, action, draft.rows.checkByTarget.of(action.id)[0]?.id ?? '')
  if (check === undefined) throw new Error(`no CHECK for ${action.id}`)
  return check
}

function takeCheckOf(draft: GateDraft, action: ActionNode, id: string): CheckNode | undefined {
  const node = takeNode(draft, id)
  return node?.kind === 'CHECK' && node.target === action.id ? node : undefined
}

export function getTask(draft: GateDraft, id: string): Task {
  const [task] = draft.rows.taskById.of(id)
  if (task === undefined) throw new Error(`no task ${id} in ${draft.plan.id}`)
  return task
}

export function findArtifact(draft: GateDraft, artifactId: string | null): Artifact | undefined {
  return artifactId === null ? undefined : draft.rows.artifactById.of(artifactId)[0]
}

/** The version that a CHECK looks at, or looked at until a newer one came. */
export function getLockedVersion(draft: GateDraft, check: CheckNode, artifactId: string | null): Artifact {
  const artifact = findArtifact(draft, artifactId)
  if (artifact === undefined) throw new Error(`${check.id} has lost the version it looks at`)
  return artifact
}

/** The newest review of a version. */
export function findLastReview(draft: GateDraft, artifactId: string): Review | undefined {
  return draft.rows.reviewsByArtifact.of(artifactId).at(-1)
}

export function isRejected(draft: GateDraft, artifactId: string): boolean {
  return findLastReview(draft, artifactId)?.verdict === 'REJECTED'
}

export function isSameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Approved artifacts of all dependencies, by task; undefined while one of them is not DONE with a standing approval (I5). */
export function findInputs(draft: GateDraft, dependsOn: readonly string[]): Record<string, string> | undefined {
  const inputs: Record<string, string> = {}
  for (const id of dependsOn) {
    const upstream = peekAction(draft, id)
    if (upstream?.state !== 'DONE' || upstream.approved_artifact_id === null || upstream.approval_stale)
      return undefined
    inputs[id] = upstream.approved_artifact_id
  }
  return inputs
}

/** True when a version made from `made` is made from what is approved now. */
export function sameInputs(made: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  const ids = Object.keys(now)
  return ids.length === Object.keys(made).length && ids.every((id) => made[id] === now[id])
}

/** The pull request is merged or closed; its number is kept. */
export function closePullRequest(action: ActionNode): void {
  if (action.pull_request) action.pull_request = { ...action.pull_request, open: false }
}

/** A live run's results will be refused from here on (I11). */
export function fence(action: ActionNode): void {
  action.run = null
}

/** Counts a failure; at the limit a person decides (spec 003 §4). `key`: what failed, where that is known better than by its reason. */
export function countAttempt(draft: GateDraft, action: ActionNode, reason: string, key = keyOfReason(reason)): void {
  const { executor } = action
  const failure = addFailure(action.same_failure, { key, attempts: action.attempts, executor })
  action.same_failure = failure
  action.attempts += 1
  action.reason = reason
  if (action.attempts < draft.rules.maxAttempts) return changeApproach(draft, action, failure, reason)
  const n = action.attempts
  waitForDecision(
    action,
    n === 1
      ? recordText('1 attempt did not pass: {reason}', { reason })
      : recordText('{n} attempts did not pass; the last: {reason}', { n, reason }),
  )
}

/** The same failure again and again asks for something else than the same again (configuration `run.same_failure`). */
function changeApproach(draft: GateDraft, action: ActionNode, failure: SameFailure, reason: string): void {
  const approach = decideApproach(draft.rules.sameFailure, failure, action.executor)
  const { id } = action
  const told = { executor: action.executor, n: failure.times, reason }
  switch (approach.kind) {
    case 'again':
      break
    case 'other_agent':
      draft.trail.push(
        `${id}: ${recordText('given to {next}, as {executor} failed {n} times in the same way ({reason})', { ...told, next: approach.executor })}`,
      )
      action.executor = approach.executor
      break
    case 'smaller_task':
      draft.trail.push(
        `${id}: ${recordText('{executor} failed {n} times in the same way ({reason}); smaller tasks are proposed', told)}`,
      )
      return waitForDecision(
        action,
        recordText(
          '{executor} failed {n} times in the same way ({reason}); `/split {task}` makes smaller tasks of it',
          { ...told, task: id },
        ),
      )
    case 'question':
      draft.trail.push(
        `${id}: ${recordText('{executor} failed {n} times in the same way ({reason}); a person is asked', told)}`,
      )
      return waitForDecision(
        action,
        recordText(
          '{executor} failed {n} times in the same way ({reason}); is what is asked for right, and said well enough? `/replan` with what is missing, `/assign {task}` to somebody else',
          { ...told, task: id },
        ),
      )
  }
  action.state = 'TO_BE_MODIFY'
  action.waiting_for = null
}

export function waitForDecision(action: ActionNode, what: string): void {
  action.state = 'WAITING_EXTERNAL'
  action.waiting_for = { kind: 'decision', who: [], what }
}

/** No attempt was made: whoever it was given to isn't here. */
export function waitForAssignment(action: ActionNode, what: string, who: string[] = []): void {
  action.state = 'WAITING_EXTERNAL'
  action.waiting_for = { kind: 'assignment', who, what }
}
