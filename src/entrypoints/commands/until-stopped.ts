/** Resolves at the first SIGINT or SIGTERM. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
