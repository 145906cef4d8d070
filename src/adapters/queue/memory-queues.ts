import { v7 as uuidV7 } from 'uuid'
import { renderOwnDelivery } from '../../application/attempts/own-delivery.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import { MemoryInbox } from './memory-inbox.ts'
import { MemoryRunQueue } from './memory-run-queue.ts'
import { type MemoryView, openView } from './memory-tables.ts'

export interface MemoryQueuesOptions {
  runsPerRepository: number
  /** Where others share the tables. */
  view?: Partial<MemoryView>
  newId?: () => string
}

/** Inbox and runs in memory: of the only process, or of one among several that a test plays. */
export function createMemoryQueues({ runsPerRepository, view, newId = uuidV7 }: MemoryQueuesOptions): Queues {
  const own = openView(view)
  const inbox = new MemoryInbox(own)
  const runs = new MemoryRunQueue({
    view: own,
    perRepository: runsPerRepository,
    tell(messages, run) {
      inbox.put(renderOwnDelivery(messages, { id: newId(), run }))
      inbox.wake()
    },
    waiting: () => new Set(own.tables.waiting().flatMap(({ delivery }) => delivery.run ?? [])),
  })
  return {
    inbox,
    runs,
    heads: null,
    expedite: () =>
      own.reach('expedite', 'write', () => {
        for (const row of own.tables.rows.values()) if (row.deferrals > 0) row.dueMs = 0
        for (const run of own.tables.runs.values()) if (run.deferrals > 0 && !run.waitsForRoom) run.dueMs = 0
        inbox.wake()
        runs.wake()
      }),
    close: () => inbox.close(),
  }
}
