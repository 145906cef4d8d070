/** Edges among numbered nodes: `from[i]` → `to[i]`. */
export interface GraphLinks {
  from: readonly number[]
  to: readonly number[]
}

export interface SortedGraph {
  /** Nodes with each after all its predecessors; shorter than the graph where there are circles. */
  order: readonly number[]
  /** For each node how many of its predecessors lie on a circle or behind one; 0 for what is in `order`. */
  waiting: Int32Array
}

/** Kahn's algorithm for nodes numbered 0 to `count - 1`, in waves: linear in nodes and edges, without recursion. */
export function sortGraph(count: number, { from, to }: GraphLinks): SortedGraph {
  const waiting = new Int32Array(count)
  const firstEdge = new Int32Array(count + 1)
  for (let edge = 0; edge < from.length; edge++) {
    const source = from[edge] ?? 0
    const target = to[edge] ?? 0
    firstEdge[source + 1] = (firstEdge[source + 1] ?? 0) + 1
    waiting[target] = (waiting[target] ?? 0) + 1
  }
  for (let node = 0; node < count; node++) firstEdge[node + 1] = (firstEdge[node + 1] ?? 0) + (firstEdge[node] ?? 0)
  const fill = firstEdge.slice()
  const targets = new Int32Array(to.length)
  for (let edge = 0; edge < from.length; edge++) {
    const source = from[edge] ?? 0
    const at = fill[source] ?? 0
    targets[at] = to[edge] ?? 0
    fill[source] = at + 1
  }
  const order: number[] = []
  for (let node = 0; node < count; node++) if (waiting[node] === 0) order.push(node)
  for (let done = 0; done < order.length; done++) {
    const node = order[done] ?? 0
    const end = firstEdge[node + 1] ?? 0
    for (let at = firstEdge[node] ?? 0; at < end; at++) {
      const target = targets[at] ?? 0
      const left = (waiting[target] ?? 0) - 1
      waiting[target] = left
      if (left === 0) order.push(target)
    }
  }
  return { order, waiting }
}
