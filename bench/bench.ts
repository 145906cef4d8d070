/** One number a bench came to, as it stands in the JSON output. */
export interface Figure {
  bench: string
  case: string
  figure: number
  unit: string
  /** The same of what is measured beside it; a word where that came to nothing. */
  peer?: number | string
  /** Ours by the peer's: below 1 is better than the peer. */
  ratio?: number
  /** Most that is allowed; least where it says so. */
  target?: number | string
  met?: boolean
}

/** What a bench says while it works. */
export type Tell = (progress: string) => void

/** How much a bench does where that is to be chosen: to see that it works, for every day, for figures that are kept. */
export const sizes = ['small', 'usual', 'full'] as const
export type Size = (typeof sizes)[number]

export interface Bench {
  name: string
  /** What it measures, in a line. */
  title: string
  /** What the figures mean, and what is counted: Markdown, shown in docs/benchmarks.md. */
  about: string
  run(tell: Tell, size: Size): Promise<Figure[]>
}

/** A figure that may be at most `target`. */
export function measure(figure: Omit<Figure, 'met'> & { target: number }): Figure {
  return { ...figure, met: figure.figure <= figure.target }
}

/** A figure beside that of a peer. */
export function compare(figure: Omit<Figure, 'ratio' | 'peer'> & { peer: number | string }): Figure {
  if (typeof figure.peer === 'string') return figure
  return { ...figure, ratio: Math.round((figure.figure / figure.peer) * 100) / 100 }
}

/** A figure that must come to so much of the peer's, at least. Throws where no peer stands beside it. */
export function reach(figure: Omit<Figure, 'met' | 'target'>, leastRatio: number): Figure {
  if (figure.ratio === undefined) throw new Error(`${figure.case} stands beside nothing`)
  return { ...figure, target: `≥ ${leastRatio} × peer`, met: figure.ratio >= leastRatio }
}
