import { flushCompileCache } from 'node:module'

/** The first sweep of a server that has nothing to do is over by then. */
const afterMs = 1_500

/**
 * What a server that has begun does once: it keeps what was compiled, as its end would be too late for one that is killed, and
 * collects what loading left behind, which V8 leaves lying for as long as nothing happens.
 */
export function settleAfterStart(): void {
  flushCompileCache()
  setTimeout(() => void globalThis.gc?.(), afterMs).unref()
}
