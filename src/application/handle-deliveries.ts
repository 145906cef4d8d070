import type { InboxRow, RowOutcome } from './ports/inbox.ts'
import type { Queue } from './ports/queue.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import { issueKey, type Signal } from './signal.ts'

/** What a delivery asks for, or why it can't be read. */
export type ReadDelivery = { signals: Signal[]; installed: RepositoryRef[] } | { unreadable: string }

export interface DeliveryPorts {
  read: (row: InboxRow) => ReadDelivery
  signals: Queue<Signal>
  installed: (repository: RepositoryRef) => Promise<void>
}

/** Signals of deliveries go to the machine by its queue; it says here what became of each. */
export class DeliveryHandler {
  readonly #ports: DeliveryPorts
  /** By receipt; what of it isn't settled yet, and the worst that came of the rest. */
  readonly #open = new Map<string, (outcome: RowOutcome) => void>()
  #receipts = 0

  constructor(ports: DeliveryPorts) {
    this.#ports = ports
  }

  /** Resolves when everything the rows led to is settled. All of them are in the queue before the first is handled. */
  async handle(rows: InboxRow[]): Promise<ReadonlyMap<number, RowOutcome>> {
    const outcomes = await Promise.all(rows.map(async (row) => [row.row, await this.#handleOne(row)] as const))
    return new Map(outcomes)
  }

  /** Called by the machine; signals that came from no delivery mean nothing here. */
  settle(signal: Signal, outcome: RowOutcome): void {
    if (signal.receipt === undefined) return
    const resolve = this.#open.get(signal.receipt)
    this.#open.delete(signal.receipt)
    resolve?.(outcome)
  }

  async #handleOne(row: InboxRow): Promise<RowOutcome> {
    const read = this.#ports.read(row)
    if ('unreadable' in read) return { kind: 'dead', why: read.unreadable }
    const settled = read.signals.map((signal) => this.#push({ ...signal, delivery: row.delivery.id }, row.attempts - 1))
    for (const repository of read.installed) await this.#ports.installed(repository)
    return worst(await Promise.all(settled))
  }

  #push(signal: Signal, returns: number): Promise<RowOutcome> {
    this.#receipts += 1
    const receipt = String(this.#receipts)
    return new Promise((resolve) => {
      this.#open.set(receipt, resolve)
      this.#ports.signals.push(issueKey(signal.repository, signal.issueNumber), { ...signal, receipt, returns }, 0)
    })
  }
}

/** Signals of one delivery are tried again together: those that were handled are known by their key. */
function worst(outcomes: readonly RowOutcome[]): RowOutcome {
  const rank = { later: 2, dead: 1, done: 0 }
  const sorted = outcomes.toSorted((a, b) => rank[b.kind] - rank[a.kind])
  return sorted[0] ?? { kind: 'done' }
}
