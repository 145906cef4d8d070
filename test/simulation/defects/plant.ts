/** A deliberate mistake: other values in place of what one module exports, for all who import it. */
export interface Defect {
  name: string
  /** Tried first: it caught it when it was written. */
  seed: number
  plant: Plant
}

/** How a module is loaded, and what is made of its exports. */
export interface Plant {
  load: () => Promise<object>
  change: (original: never) => object
}

/** A mistake in the module that `load` imports. Its names are the compiler's: what is renamed is renamed here, or is an error. */
export function plantIn<M extends object>(
  load: () => Promise<M>,
  change: (original: NoInfer<M>) => Partial<NoInfer<M>>,
): Plant {
  return { load, change }
}

/** The exports of the module with the mistake among them: those who import the module get these. */
export const planted: Record<string, unknown> = {}

export async function plantDefect({ plant }: Defect): Promise<void> {
  const original = await plant.load()
  Object.assign(planted, original, plant.change(original as never))
}
