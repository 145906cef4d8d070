import { Gauge, type Registry } from 'prom-client'
import type { InboxMeasure } from '../../application/ports/queues/inbox.ts'

/** Webhooks that wait or are dead, looked up whenever somebody asks. While the database is away all of them are absent. */
export function createInboxMetrics(register: Registry, measure: () => Promise<InboxMeasure>): void {
  let asked: Promise<InboxMeasure | undefined> | undefined
  // All that are asked for in one go are one look.
  const look = () => {
    asked ??= measure()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  const gauge = (name: string, help: string, valueOf: (found: InboxMeasure | undefined) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const value = valueOf(await look())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge('countersign_database_up', '1 where the database answers, else 0.', (found) => (found === undefined ? 0 : 1))
  gauge('countersign_inbox_waiting', 'Webhooks that are neither done nor dead.', (found) => found?.waiting)
  gauge(
    'countersign_inbox_dead',
    'Webhooks that failed for good; "countersign queue list" shows them.',
    (found) => found?.dead,
  )
  gauge(
    'countersign_inbox_oldest_seconds',
    'Age of the oldest webhook that waits; 0 where none does.',
    (found) => found?.oldestSeconds,
  )
}
