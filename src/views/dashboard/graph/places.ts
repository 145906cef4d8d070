export interface Point {
  x: number
  y: number
}

/** A box that is to be placed. */
export interface Sized {
  id: string
  width: number
  height: number
}

export interface Line {
  from: string
  to: string
}

/** Middles of the boxes by id, and where each line bends, in the order of the lines. */
export interface Placement {
  middles: ReadonlyMap<string, Point>
  bends: readonly (readonly Point[])[]
}

/** Around the drawing. */
export const margin = 16
/** Between two boxes of a layer. */
export const boxGap = 22
/** Between two layers. */
export const layerGap = 56
