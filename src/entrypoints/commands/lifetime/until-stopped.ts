const signals = ['SIGINT', 'SIGTERM'] as const
/** A launcher and a terminal may both send what was pressed once. */
const sameKeyMs = 1_000

/** Resolves at the first SIGINT or SIGTERM; another one, a second later or more, ends the process at once. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      resolve()
      setTimeout(() => signals.forEach((signal) => process.off(signal, stop)), sameKeyMs).unref()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
