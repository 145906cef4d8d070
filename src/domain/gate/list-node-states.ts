import type { NodeState } from '../records/node-state.ts'

/** The nodes of an execution in their order: of 200,000 twice as fast as `Object.values`, as they are names in one object. */
export function listNodeStates(nodes: Readonly<Record<string, NodeState>> | undefined): NodeState[] {
  const listed: NodeState[] = []
  for (const id in nodes) {
    const node = nodes[id]
    if (node !== undefined) listed.push(node)
  }
  return listed
}
