import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel, type RankerFunction } from '@dagrejs/dagre'
import { findRanks } from './find-ranks.ts'
import { boxGap, layerGap, type Line, margin, type Placement, type Sized } from './places.ts'

/** What dagre's types say of a layout, and that the ranker may be a function. */
interface DrawingLabel {
  rankdir: 'LR'
  ranker: RankerFunction
  nodesep: number
  ranksep: number
  marginx: number
  marginy: number
}

export function placeByDagre(boxes: readonly Sized[], lines: readonly Line[]): Placement {
  const graph = new Graph<DrawingLabel, NodeLabel, EdgeLabel>()
  graph.setGraph({
    rankdir: 'LR',
    ranker: rankNodes,
    nodesep: boxGap,
    ranksep: layerGap,
    marginx: margin,
    marginy: margin,
  })
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  for (const { from, to } of lines) graph.setEdge(from, to, {})
  layout(graph)
  return {
    middles: new Map(boxes.map(({ id }) => [id, { x: graph.node(id).x ?? 0, y: graph.node(id).y ?? 0 }])),
    bends: lines.map(({ from, to }) => graph.edge(from, to).points?.slice(1, -1) ?? []),
  }
}

/** Dagre's own rankers are quadratic. It has turned round the lines that made a circle. */
function rankNodes(graph: Graph<GraphLabel, NodeLabel, EdgeLabel>): void {
  const ids: string[] = graph.nodes()
  const lines: { v: string; w: string }[] = graph.edges()
  const ranked = lines.map((line) => ({ from: line.v, to: line.w, length: graph.edge(line).minlen ?? 1 }))
  for (const [id, rank] of findRanks(ids, ranked)) graph.node(id).rank = rank
}
