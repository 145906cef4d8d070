import { createMemoryQueues } from '../../../../src/adapters/queue/memory-queues.ts'
import { MemoryTables } from '../../../../src/adapters/queue/memory-tables.ts'
import { CountersignFault } from '../../../../src/application/fault.ts'
import type { Delivery } from '../../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../../src/application/ports/queues/queues.ts'
import { clock } from '../time/clock.ts'
import { leaseMs, type Network } from './network.ts'

/** The database: it outlives all processes. `doubled` is told of what is stored again though it was known. */
export class SharedTables extends MemoryTables {
  readonly #stored = new Set<string>()
  readonly #doubled: (what: string) => void

  constructor(doubled: (what: string) => void) {
    super()
    this.#doubled = doubled
  }

  override addRow(delivery: Delivery): void {
    const keys = [delivery.id, delivery.bodyKey]
    if (keys.some((key) => this.#stored.has(key)))
      this.#doubled(`delivery ${delivery.id} (${delivery.event}) was stored though it was known`)
    for (const key of keys) this.#stored.add(key)
    super.addRow(delivery)
  }

  hasStored(deliveryId: string, bodyKey: () => string): boolean {
    return this.#stored.has(deliveryId) || this.#stored.has(bodyKey())
  }
}

/** The database as one process reaches it: it outlives all processes, and every call may fail. */
export function reachQueues(
  tables: MemoryTables,
  { holder, network, newId }: { holder: string; network: Network; newId: () => string },
): Queues {
  const reach = async <T>(what: string, kind: 'read' | 'write', act: () => T): Promise<T> => {
    try {
      return await network.call({ what: `database ${what}`, kind, act: () => act() })
    } catch (error) {
      throw new CountersignFault('database_unavailable', `database ${what}`, String(error), error)
    }
  }
  const view = { tables, holder, leaseMs, nowMs: () => clock.nowMs, reach }
  const queues = createMemoryQueues({ runsPerRepository: 32, view, newId })
  Object.assign(queues.inbox, { durable: true })
  return queues
}
