import type { MountedCountersign } from './probot-server.ts'

/** Ends the work in order when the process is told to end, and then lets the signal do what it would have done. */
export function endWithProcess(mounted: Pick<MountedCountersign, 'close'>, process_ = process): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process_.once(signal, () => {
      void mounted.close().finally(() => {
        // Whoever else listens ends the process by itself.
        if (process_.listenerCount(signal) === 0) process_.kill(process_.pid, signal)
      })
    })
  }
}
