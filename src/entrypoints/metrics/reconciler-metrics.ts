import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReconcileReport } from '../../application/reconcile/reconciler.ts'

/** What the reconciler found. `now`: milliseconds. */
export function createReconcilerMetrics(register: Registry, now: () => number): (report: ReconcileReport) => void {
  const registers = [register]
  const found = new Counter({
    name: 'countersign_sweep_found_total',
    help: 'What no webhook told and a sweep found, by kind of message.',
    labelNames: ['kind'],
    registers,
  })
  const redelivered = new Counter({
    name: 'countersign_sweep_redelivered_total',
    help: 'Webhooks that GitHub was asked to deliver again.',
    registers,
  })
  const failed = new Counter({
    name: 'countersign_sweep_failed_total',
    help: 'Repositories and installations that a sweep could not look at.',
    registers,
  })
  const issues = new Gauge({
    name: 'countersign_issues_open',
    help: 'Registered issues that are not finished, as the last sweep saw them.',
    registers,
  })
  const last = new Gauge({
    name: 'countersign_sweep_last_timestamp_seconds',
    help: 'When the last sweep ended.',
    registers,
  })
  // A process that only takes webhooks never reconciles: at no time is not in 1970.
  for (const gauge of [issues, last]) gauge.remove()
  return (report) => {
    for (const [kind, count] of Object.entries(report.found)) found.inc({ kind }, count)
    redelivered.inc(report.redelivered)
    failed.inc(report.failed)
    issues.set(report.issues)
    last.set(now() / 1000)
  }
}
