/** What `bin/countersign.mjs` gives the Node of a server (decision 79). */
export const serverFlags: readonly string[] = [
  '--max-semi-space-size=2',
  '--expose-gc',
  '--heap-growing-percent=50',
  '--liftoff-only',
]
export const serverEnvironment: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
