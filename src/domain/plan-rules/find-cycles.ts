/**
 * Circles among nodes numbered 0 to `count - 1`, edges given as pairs `from[i]` → `to[i]`; each circle as its nodes in
 * order, the lowest first. Of circles that lead into each other only the first is named. Kahn's algorithm, then one walk back along what
 * it couldn't sort; linear in nodes and edges, without recursion (100,000 tasks in a chain are valid input).
 */
export function findCycles(count: number, from: readonly number[], to: readonly number[]): number[][] {
  const waiting = countWaiting(count, from, to)
  const predecessor = new Int32Array(count).fill(-1)
  for (const [edge, target] of to.entries()) {
    const source = from[edge] ?? 0
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

/** For each node how many of its predecessors lie on a circle or behind one; 0 is a node that can be sorted. */
function countWaiting(count: number, from: readonly number[], to: readonly number[]): Int32Array {
  const open = new Int32Array(count)
  const firstEdge = new Int32Array(count + 1)
  for (const source of from) firstEdge[source + 1] = (firstEdge[source + 1] ?? 0) + 1
  for (let node = 0; node < count; node++) firstEdge[node + 1] = (firstEdge[node + 1] ?? 0) + (firstEdge[node] ?? 0)
  const fill = firstEdge.slice()
  const targets = new Int32Array(to.length)
  for (const [edge, target] of to.entries()) {
    const source = from[edge] ?? 0
    targets[fill[source] ?? 0] = target
    fill[source] = (fill[source] ?? 0) + 1
    open[target] = (open[target] ?? 0) + 1
  }
  const free: number[] = []
  for (let node = 0; node < count; node++) if (open[node] === 0) free.push(node)
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    const end = firstEdge[node + 1] ?? 0
    for (let at = firstEdge[node] ?? 0; at < end; at++) {
      const target = targets[at] ?? 0
      const left = (open[target] ?? 0) - 1
      open[target] = left
      if (left === 0) free.push(target)
    }
  }
  return open
}

function isWaiting(waiting: Int32Array, node: number): boolean {
  return (waiting[node] ?? 0) > 0
}

function startAtLowest(cycle: number[]): number[] {
  const lowest = cycle.reduce((at, node, index) => (node < (cycle[at] ?? 0) ? index : at), 0)
  return [...cycle.slice(lowest), ...cycle.slice(0, lowest)]
}
