import { traced } from '../../application/trace.ts'
import type { Sweep, SweepReport } from '../../application/reconcile/sweep.ts'

export interface RunningSweep {
  /** One sweep now; where one is under way, the next one after it. */
  now(): Promise<SweepReport>
  /** Resolves when none is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Sweeps at once and then `everyMinutes` after each sweep's end; 0: only when told. */
export function startSweep(
  sweep: Sweep,
  everyMinutes: number,
  observe: (report: SweepReport) => void = () => {},
): RunningSweep {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const now = () => {
    const next = last.then(async () => {
      const report = await traced({ urgency: 'background' }, () => sweep.run())
      observe(report)
      return report
    })
    last = next
    return next
  }
  const repeat = () => {
    void now().then(() => {
      timer = setTimeout(repeat, everyMinutes * 60_000).unref()
    })
  }
  if (everyMinutes > 0) repeat()
  return {
    now,
    async idle() {
      await last
    },
    async close() {
      sweep.end()
      await last
      clearTimeout(timer)
    },
  }
}
