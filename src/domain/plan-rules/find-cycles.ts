/**
 * Circles in a graph given as successors by node, each as its nodes in order: none left out that no other circle leads
 * to. Kahn's algorithm, then one walk back along what it couldn't sort; linear in nodes and edges, without recursion.
 */
export function findCycles(successors: ReadonlyMap<string, readonly string[]>): string[][] {
  const waiting = sortAway(successors)
  const predecessor = new Map<string, string>()
  for (const [from, targets] of successors) {
    if (!waiting.has(from)) continue
    for (const to of targets) if (waiting.has(to)) predecessor.set(to, from)
  }
  const walkOf = new Map<string, string>()
  const cycles: string[][] = []
  for (const start of waiting) {
    const path: string[] = []
    let node = start
    while (!walkOf.has(node)) {
      walkOf.set(node, start)
      path.push(node)
      node = predecessor.get(node) ?? start
    }
    if (walkOf.get(node) === start) cycles.push(path.slice(path.indexOf(node)).toReversed())
  }
  return cycles.filter((cycle) => cycle.length > 0)
}

/** The nodes that lie on a circle or behind one. */
function sortAway(successors: ReadonlyMap<string, readonly string[]>): Set<string> {
  const open = new Map<string, number>()
  for (const node of successors.keys()) open.set(node, 0)
  for (const targets of successors.values()) for (const to of targets) open.set(to, (open.get(to) ?? 0) + 1)
  const free = [...open].filter(([, count]) => count === 0).map(([node]) => node)
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    open.delete(node)
    for (const to of successors.get(node) ?? []) {
      const left = (open.get(to) ?? 0) - 1
      open.set(to, left)
      if (left === 0) free.push(to)
    }
  }
  return new Set(open.keys())
}
