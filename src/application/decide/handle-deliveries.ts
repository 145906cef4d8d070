import type { Claim, InboxRow, RowOutcome } from '../ports/queues/inbox.ts'
import type { Queue } from '../ports/queues/queue.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { findLaneIssue, issueKey, type Signal } from '../ports/queues/signal.ts'

/** What a delivery asks for, or why it can't be read. */
export type ReadDelivery = { signals: Signal[]; installed: RepositoryRef[] } | { unreadable: string }

export interface DeliveryPorts {
  read: (row: InboxRow) => ReadDelivery
  signals: Queue<Signal>
  /** Stores signals in the lanes of their issues. */
  tell: (signals: readonly Signal[]) => Promise<void>
  installed: (repository: RepositoryRef) => Promise<void>
  /** What this process remembers of a repository is old. */
  forgetRepository: (repository: RepositoryRef) => void
  /** What this process remembers of what a lane owes is old. */
  forgetLane: (lane: string) => void
  now: () => string
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
  async handle(claim: Claim): Promise<ReadonlyMap<number, RowOutcome>> {
    const { lane, repository, rows, wasElsewhere, wasChanged, wasAbandoned } = claim
    if (wasElsewhere) this.#ports.forgetLane(lane)
    if (wasElsewhere || wasChanged) this.#ports.forgetRepository(repository)
    const settled = rows.map(async (row) => [row.row, await this.#handleOne(row)] as const)
    if (wasAbandoned) this.#takeUp(lane, repository)
    return new Map(await Promise.all(settled))
  }

  /** Whoever worked here before may have decided what it then didn't do. */
  #takeUp(lane: string, repository: RepositoryRef): void {
    const issueNumber = findLaneIssue(lane)
    if (issueNumber === undefined) return
    const at = this.#ports.now()
    const key = `taken-up:${at}`
    this.#ports.signals.push(lane, { repository, issueNumber, planNumber: null, key, at, kind: 'show_due' }, 0)
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
    const isHere = ({ repository, issueNumber }: Signal) => issueKey(repository, issueNumber) === row.delivery.lane
    const signals = read.signals.map((signal) => ({ delivery: row.delivery.id, ...signal }))
    const settled = signals.filter(isHere).map((signal) => this.#push(signal, row))
    // What concerns several issues waits in the repository's lane; theirs may be held by others.
    await this.#ports.tell(signals.filter((signal) => !isHere(signal)))
    for (const repository of read.installed) await this.#ports.installed(repository)
    return worst(await Promise.all(settled))
  }

  #push(signal: Signal, { attempts, putOffs, delivery }: InboxRow): Promise<RowOutcome> {
    this.#receipts += 1
    const receipt = String(this.#receipts)
    return new Promise((resolve) => {
      this.#open.set(receipt, resolve)
      const waiting = {
        receipt,
        returns: attempts - 1,
        putOffs: putOffs + (signal.putOffs ?? 0),
        waitsSince: delivery.receivedAt,
      }
      this.#ports.signals.push(issueKey(signal.repository, signal.issueNumber), { ...signal, ...waiting }, 0)
    })
  }
}

/** Signals of one delivery are tried again together: those that were handled are known by their key. */
function worst(outcomes: readonly RowOutcome[]): RowOutcome {
  const rank = { later: 3, put_off: 2, dead: 1, done: 0 }
  const sorted = outcomes.toSorted((a, b) => rank[b.kind] - rank[a.kind])
  return sorted[0] ?? { kind: 'done' }
}
