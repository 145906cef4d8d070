import { type GraphLinks, sortGraph } from './sort-graph.ts'

/**
 * Circles among nodes numbered 0 to `count - 1`; each as its nodes in order, the lowest first. Of circles that lead into
 * each other only the first is named. What can't be sorted, and one walk back along it; linear in nodes and edges,
 * without recursion (100,000 tasks in a chain are valid input).
 */
export function findCycles(count: number, links: GraphLinks): number[][] {
  const { order, waiting } = sortGraph(count, links)
  if (order.length === count) return []
  const predecessor = new Int32Array(count).fill(-1)
  for (const [edge, target] of links.to.entries()) {
    const source = links.from[edge] ?? 0
    if (isWaiting(waiting, source) && isWaiting(waiting, target)) predecessor[target] = source
  }
  const walkOf = new Int32Array(count).fill(-1)
  const cycles: number[][] = []
  for (let start = 0; start < count; start++) {
    if (!isWaiting(waiting, start)) continue
    const path: number[] = []
    let node = start
    while (walkOf[node] === -1) {
      walkOf[node] = start
      path.push(node)
      node = predecessor[node] ?? start
    }
    if (walkOf[node] === start && path.length > 0)
      cycles.push(startAtLowest(path.slice(path.indexOf(node)).toReversed()))
  }
  return cycles
}

function isWaiting(waiting: Int32Array, node: number): boolean {
  return (waiting[node] ?? 0) > 0
}

function startAtLowest(cycle: number[]): number[] {
  const lowest = cycle.reduce((at, node, index) => (node < (cycle[at] ?? 0) ? index : at), 0)
  return [...cycle.slice(lowest), ...cycle.slice(0, lowest)]
}
