import type { Claim, InboxRow, RowOutcome } from '../ports/queues/inbox.ts'
import type { Queue } from '../ports/queues/queue.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { issueKey, type Message } from '../ports/queues/message.ts'
import { recoverCrashed } from '../reconcile/recover-crashed.ts'

/** What a delivery asks for, or why it can't be read. */
export type ReadDelivery = { messages: Message[]; installed: RepositoryRef[] } | { unreadable: string }

export interface DeliveryPorts {
  read: (row: InboxRow) => ReadDelivery
  messages: Queue<Message>
  /** Stores messages in the partitions of their issues. */
  enqueue: (messages: readonly Message[]) => Promise<void>
  /** `count`: on so many repositories at once. */
  installed: (repository: RepositoryRef, count: number) => Promise<void>
  /** What this process remembers of a repository is old. */
  forgetRepository: (repository: RepositoryRef) => void
  /** What this process remembers of what a partition owes is old. */
  forgetPartition: (partition: string) => void
  now: () => string
}

/** Messages of deliveries go to the machine by its queue; it says here what became of each. */
export class DeliveryHandler {
  readonly #ports: DeliveryPorts
  /** By receipt; what of it isn't acknowledged yet, and the worst that came of the rest. */
  readonly #open = new Map<string, (outcome: RowOutcome) => void>()
  #receipts = 0

  constructor(ports: DeliveryPorts) {
    this.#ports = ports
  }

  /** Resolves when everything the rows led to is acknowledged. All of them are in the queue before the first is handled. */
  async handle(claim: Claim): Promise<ReadonlyMap<number, RowOutcome>> {
    const { partition, repository, rows, wasElsewhere, wasChanged, wasAbandoned } = claim
    if (wasElsewhere) this.#ports.forgetPartition(partition)
    if (wasElsewhere || wasChanged) this.#ports.forgetRepository(repository)
    const acked = rows.map(async (row) => [row.row, await this.#handleOne(row)] as const)
    if (wasAbandoned) recoverCrashed(this.#ports.messages, claim, this.#ports.now())
    return new Map(await Promise.all(acked))
  }

  /** Called by the machine; messages that came from no delivery mean nothing here. */
  ack(message: Message, outcome: RowOutcome): void {
    if (message.receipt === undefined) return
    const resolve = this.#open.get(message.receipt)
    this.#open.delete(message.receipt)
    resolve?.(outcome)
  }

  async #handleOne(row: InboxRow): Promise<RowOutcome> {
    const read = this.#ports.read(row)
    if ('unreadable' in read) return { kind: 'dead', why: read.unreadable }
    const isHere = ({ repository, issueNumber }: Message) =>
      issueKey(repository, issueNumber) === row.delivery.partition
    const messages = read.messages.map((message) => ({ delivery: row.delivery.id, ...message }))
    const acked = messages.filter(isHere).map((message) => this.#push(message, row))
    // What concerns several issues waits in the repository's partition; theirs may be held by others.
    await this.#ports.enqueue(messages.filter((message) => !isHere(message)))
    for (const repository of read.installed) await this.#ports.installed(repository, read.installed.length)
    return worst(await Promise.all(acked))
  }

  #push(message: Message, { attempts, deferrals, delivery }: InboxRow): Promise<RowOutcome> {
    this.#receipts += 1
    const receipt = String(this.#receipts)
    return new Promise((resolve) => {
      this.#open.set(receipt, resolve)
      const waiting = {
        receipt,
        requeues: attempts - 1,
        deferrals: deferrals + (message.deferrals ?? 0),
        waitsSince: delivery.receivedAt,
      }
      this.#ports.messages.push(issueKey(message.repository, message.issueNumber), { ...message, ...waiting }, 0)
    })
  }
}

/** Messages of one delivery are tried again together: those that were handled are known by their key. */
function worst(outcomes: readonly RowOutcome[]): RowOutcome {
  const rank = { later: 3, deferred: 2, dead: 1, done: 0 }
  const sorted = outcomes.toSorted((a, b) => rank[b.kind] - rank[a.kind])
  return sorted[0] ?? { kind: 'done' }
}
