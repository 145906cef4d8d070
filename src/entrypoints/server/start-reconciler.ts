import { traced } from '../../application/trace.ts'
import type { Reconciler, ReconcileReport } from '../../application/reconcile/reconciler.ts'

export interface RunningReconciler {
  /** One pass now; where one is under way, the next one after it. */
  now(): Promise<ReconcileReport>
  /** Resolves when none is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Reconciles at once and then `everyMinutes` after each pass's end; 0: only when told. */
export function startReconciler(
  reconciler: Reconciler,
  everyMinutes: number,
  observe: (report: ReconcileReport) => void = () => {},
): RunningReconciler {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const now = () => {
    const next = last.then(async () => {
      const report = await traced({ urgency: 'background' }, () => reconciler.run())
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
      reconciler.end()
      await last
      clearTimeout(timer)
    },
  }
}
