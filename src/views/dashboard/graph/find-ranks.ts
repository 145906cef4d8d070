/** A line between two nodes, and how many layers lie at least between them. */
export interface RankedEdge {
  from: string
  to: string
  length: number
}

/**
 * The layer of each node, in time linear in nodes and edges: as far left as what it waits for allows; and what has more
 * behind it than before it, as a GOAL with its parts, next to that. Nodes of a circle, which no plan has, stay in the first.
 */
export function findRanks(ids: readonly string[], edges: readonly RankedEdge[]): Map<string, number> {
  const [into, out] = [Map.groupBy(edges, ({ to }) => to), Map.groupBy(edges, ({ from }) => from)]
  const order = inOrder(ids, into, out)
  const ranks = new Map(ids.map((id) => [id, 0]))
  const rankOf = (id: string) => ranks.get(id) ?? 0
  for (const id of order)
    ranks.set(
      id,
      (into.get(id) ?? []).reduce((most, { from, length }) => Math.max(most, rankOf(from) + length), 0),
    )
  for (const id of order.toReversed()) {
    const after = out.get(id) ?? []
    if (after.length > (into.get(id)?.length ?? 0))
      ranks.set(
        id,
        after.reduce((least, { to, length }) => Math.min(least, rankOf(to) - length), Infinity),
      )
  }
  return ranks
}

type EdgesOf = ReadonlyMap<string, readonly RankedEdge[]>

/** Each after all that it has an edge from. */
function inOrder(ids: readonly string[], into: EdgesOf, out: EdgesOf): string[] {
  const missing = new Map(ids.map((id) => [id, into.get(id)?.length ?? 0]))
  const order = ids.filter((id) => missing.get(id) === 0)
  for (const id of order) {
    for (const { to } of out.get(id) ?? []) {
      const left = (missing.get(to) ?? 0) - 1
      missing.set(to, left)
      if (left === 0) order.push(to)
    }
  }
  return order
}
