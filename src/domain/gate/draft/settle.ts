import type { ActionNode, GoalNode } from '../../records/node-state.ts'
import {
  findAction,
  findArtifact,
  findInputs,
  findLastReview,
  type GateDraft,
  peekAction,
  sameInputs,
  takeNode,
} from './gate-draft.ts'
import { submitVersion } from './record-version.ts'

/** After any event: ACTIONs whose dependencies are all DONE become READY, and GOALs follow their leaves. Linear. */
export function settle(draft: GateDraft): void {
  for (const task of draft.plan.tasks) {
    if (peekAction(draft, task.id)?.state !== 'PENDING') continue
    const inputs = findInputs(draft, task.depends_on)
    if (inputs === undefined) continue
    const action = findAction(draft, task.id)
    if (action !== undefined) takeUp(draft, action, inputs)
  }
  settleGoals(draft)
}

/** PENDING → READY; or on to the gate, where a person pushed a version while the inputs were missing. */
function takeUp(draft: GateDraft, action: ActionNode, inputs: Record<string, string>): void {
  action.state = 'READY'
  action.reason = null
  const held = findArtifact(draft, action.active_artifact_id)
  if (held?.by.kind !== 'person' || findLastReview(draft, held.artifact_id) !== undefined) return
  const madeBefore = Object.keys(action.inputs).length === 0
  if (!madeBefore && !sameInputs(action.inputs, inputs)) return
  if (action.merge !== 'merged' && !action.pull_request?.open) {
    draft.effects.push({ kind: 'open_task_pull_request', task: action.id, artifact_id: held.artifact_id })
  }
  action.inputs = inputs
  submitVersion(draft, action, held)
}

function settleGoals(draft: GateDraft): void {
  const children = new Map<string, string[]>()
  for (const edge of draft.plan.edges) {
    if (edge.type !== 'DECOMPOSE') continue
    const list = children.get(edge.from)
    if (list) list.push(edge.to)
    else children.set(edge.from, [edge.to])
  }
  for (const goal of deepestFirst(children, 'G0')) {
    const node = draft.execution.nodes[goal]
    if (node?.kind !== 'GOAL' || node.state === 'CANCELLED') continue
    const state = goalState(draft, node, children.get(goal) ?? [])
    const changed = state === node.state ? undefined : takeNode(draft, goal)
    if (changed?.kind === 'GOAL') changed.state = state
  }
}

/** Nodes reachable by DECOMPOSE, children before parents; no recursion, so that depth costs no stack. */
function deepestFirst(children: ReadonlyMap<string, string[]>, root: string): string[] {
  const order: string[] = []
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    order.push(id)
    for (const child of children.get(id) ?? []) waiting.push(child)
  }
  return order.toReversed()
}

function goalState(draft: GateDraft, node: Readonly<GoalNode>, children: readonly string[]): GoalNode['state'] {
  let done = 0
  let started = node.state === 'RUNNING' || node.state === 'DONE'
  for (const id of children) {
    const state = draft.execution.nodes[id]?.state
    if (state === 'DONE') done += 1
    else if (started) return 'RUNNING'
    if (state !== 'PENDING' && state !== 'READY') started = true
  }
  if (children.length > 0 && done === children.length) return 'DONE'
  return started ? 'RUNNING' : 'PENDING'
}
