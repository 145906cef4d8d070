const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first SIGINT or SIGTERM; another one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of stopSignals) process.off(signal, stop)
      resolve()
    }
    for (const signal of stopSignals) process.on(signal, stop)
  })
}
