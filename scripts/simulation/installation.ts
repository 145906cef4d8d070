import type { Inputs } from './inputs.ts'
import { SlidingWindow } from './sliding-window.ts'

export const limits = [
  '500 pieces of content an hour',
  '80 pieces of content a minute',
  '900 REST points a minute',
  '2,000 GraphQL points a minute',
  'requests an hour',
  'a second between writes',
] as const
export type Limit = (typeof limits)[number]

/** What one step of an issue asks of GitHub. */
export interface Ask {
  content: number
  calls: number
  restPoints: number
  graphqlPoints: number
}

/** The client uses nine tenths of each limit (docs/decisions/0019). */
const used = 0.9
export const pointsOfWrite = 5

interface Window {
  limit: Limit
  window: SlidingWindow
  amount: (ask: Ask) => number
}

/** The limits of one installation, first come first served. */
export class Installation {
  readonly #windows: readonly Window[]
  /** Only tells how busy the writes were: they wait for each other anyhow. */
  readonly #writes: Window
  #writesUntil = 0

  constructor(inputs: Inputs, repositories: number) {
    const requestsAnHour = Math.min(12_500, 5_000 + 50 * Math.max(0, repositories - 20))
    const window = (most: number, seconds: number) => new SlidingWindow(most * used, seconds)
    const content = (ask: Ask) => ask.content
    this.#windows = [
      { limit: limits[0], window: window(inputs.contentAnHour, 3_600), amount: content },
      { limit: limits[1], window: window(inputs.contentAMinute, 60), amount: content },
      { limit: limits[2], window: window(900, 60), amount: (ask) => ask.restPoints },
      { limit: limits[3], window: window(2_000, 60), amount: (ask) => ask.graphqlPoints },
      { limit: limits[4], window: window(requestsAnHour, 3_600), amount: (ask) => ask.calls },
    ]
    this.#writes = { limit: limits[5], window: new SlidingWindow(3_600, 3_600), amount: countWrites }
  }

  /** When what is asked for at `at` may begin, when it is done, and which limit was used most if it had to wait. */
  ask(at: number, ask: Ask): { begins: number; ends: number; limit: Limit } {
    const begins = Math.max(
      at,
      this.#writesUntil,
      ...this.#windows.map(({ window, amount }) => window.findTime(at, amount(ask))),
    )
    const limit = this.#findFullest(begins)
    for (const { window, amount } of [...this.#windows, this.#writes]) window.take(begins, amount(ask))
    this.#writesUntil = begins + countWrites(ask)
    return { begins, ends: this.#writesUntil, limit }
  }

  #findFullest(at: number): Limit {
    const all = [...this.#windows, this.#writes].map(({ limit, window }) => ({ limit, share: window.share(at) }))
    return all.toSorted((a, b) => b.share - a.share)[0]?.limit ?? limits[0]
  }
}

/** Each of them takes a second. */
function countWrites({ restPoints, graphqlPoints }: Ask): number {
  return (restPoints + graphqlPoints) / pointsOfWrite
}
