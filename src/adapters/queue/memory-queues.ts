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
  letsJobsGo?: boolean
}

/** Inbox and runs in memory: of the only process, or of one among several that a test plays. */
export function createMemoryQueues(options: MemoryQueuesOptions): Queues {
  const own = openView(options.view)
  return joinQueues(new MemoryInbox(own), own, options)
}

/** An inbox with a queue of runs on the same tables. */
export function joinQueues(
  inbox: MemoryInbox,
  own: MemoryView,
  { runsPerRepository, newId = uuidV7, letsJobsGo = false }: Omit<MemoryQueuesOptions, 'view'>,
): Queues {
  const runs = new MemoryRunQueue({
    view: own,
    perRepository: runsPerRepository,
    enqueue(messages, run) {
      inbox.put(renderOwnDelivery(messages, { id: newId(), run }))
      inbox.wake()
    },
    waiting: () => own.tables.findToldRuns(),
    letsJobsGo,
  })
  return {
    inbox,
    runs,
    heads: null,
    expedite: () =>
      own.reach('expedite', 'write', () => {
        const { rows, runs: standing } = own.tables
        for (const row of rows.values()) if (row.deferrals > 0) own.tables.setRow({ ...row, dueMs: 0 })
        for (const run of standing.values())
          if (run.deferrals > 0 && !run.waitsForRoom) own.tables.setRun({ ...run, dueMs: 0 })
        inbox.wake()
        runs.wake()
      }),
    close: () => inbox.close(),
  }
}
