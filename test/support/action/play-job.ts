import { createMemoryQueues } from '../../../src/adapters/queue/memory-queues.ts'
import { MemoryQueue } from '../../../src/adapters/queue/memory-queue.ts'
import { renderOwnDelivery } from '../../../src/application/attempts/own-delivery.ts'
import type { Message } from '../../../src/application/ports/queues/message.ts'
import type { Job } from '../../../src/entrypoints/job/open-job.ts'
import { createLog } from '../../../src/entrypoints/settings/create-log.ts'
import { FakeForgeReader } from '../fakes/fake-forge-reader.ts'
import { Machine, repository } from '../fakes/machine.ts'

export interface PlayedJob {
  job: Job
  machine: Machine
  forgeReader: FakeForgeReader
  /** How often the client was told to wait for nothing more. */
  stops: () => number
}

/** A job on the machine of a test: what it would ask GitHub is the fakes' to say. */
export function playJob(machine = new Machine()): PlayedJob {
  const forgeReader = new FakeForgeReader(machine.store)
  const queues = createMemoryQueues({ runsPerRepository: 10, letsJobsGo: true })
  let deliveries = 0
  let stops = 0
  const ports: Job['ports'] = {
    ...machine.ports,
    messages: new MemoryQueue<Message>(4, () => {}),
    runs: queues.runs,
    async enqueue(messages) {
      for (const message of messages) {
        deliveries += 1
        await queues.inbox.store(renderOwnDelivery([message], { id: String(deliveries), run: null }))
      }
    },
  }
  const job: Job = {
    repository,
    identity: { appId: 1, botLogin: 'countersign[bot]', ourLogins: ['countersign[bot]'] },
    clients: { stopWaiting: () => void (stops += 1) } as Job['clients'],
    queues,
    ports,
    webhooks: {
      appId: 1,
      ourLogins: ['countersign[bot]'],
      holdsMarker: () => false,
      toOwnTime: (time) => time,
    },
    forgeReader,
    deliveries: { async *list() {}, redeliver: () => Promise.resolve() },
    log: createLog('silent', (line) => line),
    onFault: () => {},
    close: () => queues.close(),
  }
  return { job, machine, forgeReader, stops: () => stops }
}
