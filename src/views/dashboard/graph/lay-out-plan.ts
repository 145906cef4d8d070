import type { Plan } from '../../../domain/plan/plan.ts'
import { placeByDagre } from './place-by-dagre.ts'
import { placeInLayers } from './place-in-layers.ts'
import { margin, type Point } from './places.ts'

/** One node of the drawing with its middle; an ACTION has its CHECK at its right end. */
export interface DrawnNode {
  id: string
  kind: 'GOAL' | 'ACTION'
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedEdge {
  kind: 'DECOMPOSE' | 'DEPENDS_ON'
  from: string
  to: string
  points: readonly Point[]
}

export interface PlacedGraph {
  nodes: readonly DrawnNode[]
  edges: readonly PlacedEdge[]
  width: number
  height: number
}

export const actionSize = { width: 252, height: 76 } as const
const goalSize = { width: 184, height: 66 } as const
/** Layouts that are kept: they depend on the plan's nodes and edges alone, which stay as the work goes on. */
const mostKept = 20
const kept = new Map<string, PlacedGraph>()
/** Plans of more tasks are laid out without it: of 500 it takes four tenths of a second. */
const mostForDagre = 150

/**
 * Where nodes and edges of a plan are drawn, from left to right in layers. A part of a GOAL that waits for another part of
 * it hangs on that one: the line to the GOAL would only cross others.
 */
export function layOutPlan(plan: Pick<Plan, 'tasks' | 'goals' | 'edges'>): PlacedGraph {
  const nodes = [...plan.goals, ...plan.tasks].map(({ id }) => id)
  const key = [...nodes, '', ...drawnEdges(plan).map(({ kind, from, to }) => `${kind} ${from} ${to}`)].join('\n')
  const known = kept.get(key)
  if (known !== undefined) return known
  const placed = place(plan)
  kept.set(key, placed)
  const [oldest] = kept.size > mostKept ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  return placed
}

function place(plan: Pick<Plan, 'tasks' | 'goals' | 'edges'>): PlacedGraph {
  const nodes = [
    ...plan.goals.map(({ id }) => ({ id, kind: 'GOAL' as const, ...goalSize })),
    ...plan.tasks.map(({ id }) => ({ id, kind: 'ACTION' as const, ...actionSize })),
  ]
  const known = new Set(nodes.map(({ id }) => id))
  const edges = drawnEdges(plan).filter(({ from, to }) => known.has(from) && known.has(to))
  const { middles, bends } = plan.tasks.length > mostForDagre ? placeInLayers(nodes, edges) : placeByDagre(nodes, edges)
  const drawn = nodes.map((node): DrawnNode => ({ ...node, ...(middles.get(node.id) ?? { x: 0, y: 0 }) }))
  const byId = new Map(drawn.map((node) => [node.id, node]))
  const lines = edges.map((edge, index) => ({ ...edge, points: fromSideToSide(edge, byId, bends[index]) }))
  return takeIntoSight(drawn, lines)
}

/** Lines that go around nodes may have been laid beside the drawing. */
function takeIntoSight(nodes: readonly DrawnNode[], edges: readonly PlacedEdge[]): PlacedGraph {
  const points = edges.flatMap((edge) => edge.points)
  const tops = [...nodes.map(({ y, height }) => y - height / 2), ...points.map(({ y }) => y)]
  const down = margin - tops.reduce((least, y) => Math.min(least, y), tops[0] ?? margin)
  const move = <T extends { y: number }>(one: T): T => ({ ...one, y: one.y + down })
  const bottoms = [...nodes.map(({ y, height }) => y + height / 2), ...points.map(({ y }) => y)]
  const rights = nodes.map(({ x, width }) => x + width / 2)
  return {
    nodes: nodes.map(move),
    edges: edges.map((edge) => ({ ...edge, points: edge.points.map(move) })),
    width: rights.reduce((most, x) => Math.max(most, x), 0) + margin,
    height: bottoms.reduce((most, y) => Math.max(most, y), 0) + down + margin,
  }
}

/** Lines leave at the right and arrive at the left, whichever side of a box dagre would have taken. */
function fromSideToSide(
  { from, to }: DrawnEdge,
  nodes: ReadonlyMap<string, DrawnNode>,
  points: readonly Point[] = [],
): PlacedEdge['points'] {
  const [source, target] = [nodes.get(from), nodes.get(to)]
  if (source === undefined || target === undefined) return points
  const [right, left] = [source.x + source.width / 2, target.x - target.width / 2]
  const between = points.filter(({ x }) => x > right + 8 && x < left - 8)
  // A single one in the gap between two layers only makes a wave of a straight way.
  const bends = between.length > 1 ? between : []
  return [{ x: right, y: source.y }, ...bends, { x: left, y: target.y }]
}

type DrawnEdge = Pick<PlacedEdge, 'kind' | 'from' | 'to'>

function drawnEdges({ tasks, edges }: Pick<Plan, 'tasks' | 'edges'>): DrawnEdge[] {
  const parts = edges.filter(({ type }) => type === 'DECOMPOSE')
  const goalOf = new Map(parts.map(({ from, to }) => [to, from]))
  const waits = tasks.flatMap(({ id, depends_on: after }) =>
    after.map((from): DrawnEdge => ({ kind: 'DEPENDS_ON', from, to: id })),
  )
  const hangs = new Set(waits.flatMap(({ from, to }) => (goalOf.get(from) === goalOf.get(to) ? [to] : [])))
  return [
    ...waits,
    ...parts.flatMap(({ from, to }): DrawnEdge[] => (hangs.has(to) ? [] : [{ kind: 'DECOMPOSE', from, to }])),
  ]
}
