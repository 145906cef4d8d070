import { createMemoryQueues } from '../../../../src/adapters/queue/memory-queues.ts'
import type { Queues } from '../../../../src/application/ports/queues/queues.ts'

const lookEveryMs = 50

/** In memory, by a clock that runs ahead: what is due by it is looked for often. */
export function createQuickQueues(runsPerRepository: number, nowMs: () => number): Queues {
  const queues = createMemoryQueues({ runsPerRepository, view: { nowMs } })
  const looks: NodeJS.Timeout[] = []
  for (const queue of [queues.inbox, queues.runs]) {
    const listen = queue.listen.bind(queue)
    queue.listen = (heard) => {
      listen(heard)
      looks.push(setInterval(heard, lookEveryMs))
    }
  }
  return {
    ...queues,
    async close() {
      for (const look of looks) clearInterval(look)
      await queues.close()
    },
  }
}
