import { type Cell, fillLayers } from './cells.ts'
import { layerGap, type Line, margin, type Placement, type Sized } from './places.ts'
import { settleLayers } from './settle-layers.ts'

/** In time linear in boxes and bends: of so many nobody follows the lines by eye, and dagre takes too long for them. */
export function placeInLayers(boxes: readonly Sized[], lines: readonly Line[]): Placement {
  const { layers, of, passed } = fillLayers(boxes, lines)
  settleLayers(layers)
  const sides = new Map<Cell, { left: number; right: number }>()
  let left = margin
  for (const layer of layers) {
    const right = left + layer.reduce((most, { width }) => Math.max(most, width), 0)
    for (const cell of layer) sides.set(cell, { left, right })
    left = right + layerGap
  }
  const sidesOf = (cell: Cell) => sides.get(cell) ?? { left: 0, right: 0 }
  const middleOf = (cell: Cell) => ({ x: (sidesOf(cell).left + sidesOf(cell).right) / 2, y: cell.y })
  // Level beside the boxes of the layers that a line passes.
  const bendsOf = (cell: Cell) => [
    { x: sidesOf(cell).left, y: cell.y },
    { x: sidesOf(cell).right, y: cell.y },
  ]
  return {
    middles: new Map([...of].map(([id, cell]) => [id, middleOf(cell)])),
    bends: passed.map((cells) => cells.flatMap(bendsOf)),
  }
}
