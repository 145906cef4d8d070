import type { GoalNode } from '../node-state.ts'
import { findAction, type GateDraft } from './gate-draft.ts'

/** After any event: ACTIONs whose dependencies are all DONE become READY, and GOALs follow their leaves. Linear. */
export function settle(draft: GateDraft): void {
  for (const task of draft.plan.tasks) {
    const action = findAction(draft, task.id)
    if (action?.state !== 'PENDING') continue
    if (task.depends_on.every((id) => findAction(draft, id)?.state === 'DONE')) action.state = 'READY'
  }
  settleGoals(draft)
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
    if (node?.kind === 'GOAL' && node.state !== 'CANCELLED')
      node.state = goalState(draft, node, children.get(goal) ?? [])
  }
}

/** Nodes reachable by DECOMPOSE, children before parents; no recursion, so that depth costs no stack. */
function deepestFirst(children: ReadonlyMap<string, string[]>, root: string): string[] {
  const order: string[] = []
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    order.push(id)
    waiting.push(...(children.get(id) ?? []))
  }
  return order.toReversed()
}

function goalState(draft: GateDraft, node: GoalNode, children: readonly string[]): GoalNode['state'] {
  const states = children.map((id) => draft.execution.nodes[id]?.state)
  if (states.length > 0 && states.every((state) => state === 'DONE')) return 'DONE'
  const started = states.some((state) => state !== 'PENDING' && state !== 'READY')
  return started || node.state === 'RUNNING' || node.state === 'DONE' ? 'RUNNING' : 'PENDING'
}
