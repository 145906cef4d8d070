import type { Edge, EdgeLabel, Graph, GraphLabel, NodeLabel } from '@dagrejs/dagre'

type LayoutGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>

/**
 * The layer of each node, in time linear in nodes and edges: as far left as what it waits for allows; and what has more
 * behind it than before it, as a GOAL with its parts, next to that. Dagre's own rankers are quadratic, and took nine tenths
 * of the time that a large plan took to be drawn.
 */
export function rankNodes(graph: LayoutGraph): void {
  const order = inOrder(graph)
  const rankOf = (id: string) => graph.node(id).rank ?? 0
  const lengthOf = (edge: Edge) => graph.edge(edge).minlen ?? 1
  for (const id of order)
    graph.node(id).rank = edgesInto(graph, id).reduce(
      (most, edge) => Math.max(most, rankOf(edge.v) + lengthOf(edge)),
      0,
    )
  for (const id of order.toReversed()) {
    const [into, out] = [edgesInto(graph, id), edgesOutOf(graph, id)]
    if (out.length > into.length)
      graph.node(id).rank = out.reduce((least, edge) => Math.min(least, rankOf(edge.w) - lengthOf(edge)), Infinity)
  }
}

/** Each after all that it has an edge from; dagre has turned round the edges that made a circle. */
function inOrder(graph: LayoutGraph): string[] {
  const ids: string[] = graph.nodes()
  const missing = new Map<string, number>(ids.map((id) => [id, edgesInto(graph, id).length]))
  const order = ids.filter((id) => missing.get(id) === 0)
  for (const id of order) {
    for (const { w } of edgesOutOf(graph, id)) {
      const left = (missing.get(w) ?? 0) - 1
      missing.set(w, left)
      if (left === 0) order.push(w)
    }
  }
  return order
}

function edgesInto(graph: LayoutGraph, id: string): readonly Edge[] {
  return graph.inEdges(id) ?? []
}

function edgesOutOf(graph: LayoutGraph, id: string): readonly Edge[] {
  return graph.outEdges(id) ?? []
}
