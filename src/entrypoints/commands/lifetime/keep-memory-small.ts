/** The first sweep of a server that has nothing to do is over by then. */
const startedMs = 1_500
const everyMs = 60_000
/** So much more than after the last time is worth stopping for. */
const grown = 1.1

/**
 * Gives back what starting and, once a minute, what work has left behind, where Node was started with `--expose-gc`. V8
 * itself keeps pages that it has emptied, and empties few as long as it has enough (docs/decisions/0079).
 */
export function keepMemorySmall(): void {
  let heldBytes = 0
  const giveBack = () => {
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
    heldBytes = process.memoryUsage.rss()
  }
  setTimeout(giveBack, startedMs).unref()
  setInterval(() => {
    if (process.memoryUsage.rss() > heldBytes * grown) giveBack()
  }, everyMs).unref()
}
