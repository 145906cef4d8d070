import type { Cell } from './cells.ts'
import { boxGap } from './places.ts'

const lineGap = 12
const sweeps = 4

type Side = 'before' | 'after'

/** Orders each layer by its neighbours, so that few lines cross, and then brings each cell as near to them as fits. */
export function settleLayers(layers: readonly Cell[][]): void {
  const back = layers.toReversed()
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    orderBy(layers, 'before')
    orderBy(back, 'after')
  }
  orderBy(layers, 'before')
  for (const layer of layers) stack(layer)
  for (const layer of layers) settleLayer(layer, ['before'])
  for (const layer of back) settleLayer(layer, ['after'])
  for (const layer of layers) settleLayer(layer, ['before', 'after'])
  for (const layer of back) settleLayer(layer, ['before', 'after'])
}

/** By the mean place of what they hang on; what hangs on nothing there stays where it is. */
function orderBy(layers: readonly Cell[][], side: Side): void {
  let places = new Map<Cell, number>()
  for (const layer of layers) {
    const wanted = new Map(
      layer.map((cell, at) => [cell, meanOf(cell[side].flatMap((one) => places.get(one) ?? [])) ?? at]),
    )
    layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
    places = new Map(layer.map((cell, at) => [cell, at]))
  }
}

/** One below the other, around a common middle. */
function stack(layer: readonly Cell[]): void {
  const offsets = offsetsIn(layer)
  const middle = (offsets.at(-1) ?? 0) / 2
  layer.forEach((cell, at) => (cell.y = (offsets[at] ?? 0) - middle))
}

/**
 * Each as near as fits to the mean of its neighbours, in the order that they have: the least sum of squares. What would
 * meet is moved as one block (pool adjacent violators), in linear time.
 */
function settleLayer(layer: readonly Cell[], sides: readonly Side[]): void {
  const offsets = offsetsIn(layer)
  const blocks: { mean: number; size: number }[] = []
  layer.forEach((cell, at) => {
    const near = sides.flatMap((side) => cell[side].map(({ y }) => y))
    let block = { mean: (meanOf(near) ?? cell.y) - (offsets[at] ?? 0), size: 1 }
    for (let last = blocks.at(-1); last !== undefined && last.mean > block.mean; last = blocks.at(-1)) {
      const size = last.size + block.size
      block = { mean: (last.mean * last.size + block.mean * block.size) / size, size }
      blocks.pop()
    }
    blocks.push(block)
  })
  const means = blocks.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean))
  layer.forEach((cell, at) => (cell.y = (means[at] ?? 0) + (offsets[at] ?? 0)))
}

/** How far each lies at least below the first. */
function offsetsIn(layer: readonly Cell[]): number[] {
  let offset = 0
  return layer.map((cell, at) => {
    const above = layer[at - 1]
    if (above !== undefined)
      offset += (above.height + cell.height) / 2 + (above.isNode || cell.isNode ? boxGap : lineGap)
    return offset
  })
}

function meanOf(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
