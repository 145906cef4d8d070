import { findRanks } from './find-ranks.ts'
import type { Line, Sized } from './places.ts'

/** A place in a layer: of a node, or of a line that passes the layer. */
export interface Cell {
  width: number
  height: number
  isNode: boolean
  /** Its middle, from any line that all share. */
  y: number
  /** In the layer before and in the one behind it. */
  before: Cell[]
  after: Cell[]
}

export interface Cells {
  layers: Cell[][]
  of: ReadonlyMap<string, Cell>
  /** What each line passes on its way, in the order of the lines. */
  passed: readonly (readonly Cell[])[]
}

/** With more bends than that lines go straight from node to node. */
const mostBends = 20_000

/** Nodes in their layers, with a place in each layer that a line passes; what hangs together begins side by side. */
export function fillLayers(nodes: readonly Sized[], lines: readonly Line[]): Cells {
  const ranks = findRanks(
    nodes.map(({ id }) => id),
    lines.map((line) => ({ ...line, length: 1 })),
  )
  const rankOf = (id: string) => ranks.get(id) ?? 0
  const of = new Map(nodes.map(({ id, width, height }) => [id, cellOf(width, height, true)]))
  const layerOf = new Map(nodes.map(({ id }) => [of.get(id), rankOf(id)]))
  const bends = lines.reduce((sum, { from, to }) => sum + Math.max(0, rankOf(to) - rankOf(from) - 1), 0)
  const passed = lines.map(({ from, to }) => {
    const [first, last] = [rankOf(from), rankOf(to)]
    const between =
      bends > mostBends ? [] : Array.from({ length: Math.max(0, last - first - 1) }, () => cellOf(0, 0, false))
    between.forEach((cell, index) => layerOf.set(cell, first + index + 1))
    const [source, target] = [of.get(from), of.get(to)]
    const chain = [...(source === undefined ? [] : [source]), ...between, ...(target === undefined ? [] : [target])]
    if (bends <= mostBends || last - first === 1) join(chain)
    return between
  })
  const layers: Cell[][] = []
  for (const cell of inTurn([...of.values()])) (layers[layerOf.get(cell) ?? 0] ??= []).push(cell)
  return { layers: Array.from(layers, (layer) => layer ?? []), of, passed }
}

function cellOf(width: number, height: number, isNode: boolean): Cell {
  return { width, height, isNode, y: 0, before: [], after: [] }
}

function join(chain: readonly Cell[]): void {
  chain.forEach((cell, index) => {
    const next = chain[index + 1]
    cell.after.push(...(next === undefined ? [] : [next]))
    next?.before.push(cell)
  })
}

/** Every cell, each soon after one that it hangs on. */
function inTurn(nodes: readonly Cell[]): Set<Cell> {
  const seen = new Set<Cell>()
  for (const node of nodes.filter(({ before }) => before.length === 0)) {
    const open = [node]
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      if (seen.has(cell)) continue
      seen.add(cell)
      open.push(...cell.after.toReversed())
    }
  }
  for (const node of nodes) seen.add(node)
  return seen
}
