/** After an outage's first tries it is asked that often. */
const longestPauseMs = 15_000
const firstPauseMs = 1_000

export interface Asking<T> {
  ask: () => Promise<T>
  /** Whether what was thrown ends by itself. */
  mayReturn: (error: unknown) => boolean
  /** So many refusals in a row are meant: one may be a mistake of the moment. */
  mostRefusals: number
  /** It is asked again; `isLeft`: so many times more, before it is given up; null for as long as it takes. */
  onAgain: (error: unknown, isLeft: number | null) => void
  wait: (ms: number) => Promise<void>
  isStopped: () => boolean
}

/**
 * Asks until there is an answer: of an outage for as long as it takes, longer between two tries each time; of a refusal
 * some times. Throws the last refusal, and what came last where it was stopped.
 */
export async function keepAsking<T>({ ask, mayReturn, mostRefusals, onAgain, wait, isStopped }: Asking<T>): Promise<T> {
  let refusals = 0
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const returns = mayReturn(error)
      refusals = returns ? 0 : refusals + 1
      if (isStopped() || refusals >= mostRefusals) throw error
      onAgain(error, returns ? null : mostRefusals - refusals)
      const pauses = returns ? tries : refusals - 1
      await wait(Math.min(firstPauseMs * 2 ** pauses, longestPauseMs))
      if (isStopped()) throw error
    }
  }
}
