import type { Plan } from '../plan.ts'

/** Steps down from the root along DECOMPOSE edges, and only those (spec 003 §2.1): 0 is G0, and whatever hangs nowhere. */
export function depthOf(plan: Pick<Plan, 'edges'>, id: string): number {
  const parents = new Map<string, string>()
  for (const edge of plan.edges) if (edge.type === 'DECOMPOSE') parents.set(edge.to, edge.from)
  const passed = new Set<string>()
  let node = parents.get(id)
  while (node !== undefined && !passed.has(node)) {
    passed.add(node)
    node = parents.get(node)
  }
  return passed.size
}
