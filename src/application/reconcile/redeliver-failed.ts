import { mayPass } from '../outage.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { Deliveries, SentDelivery } from '../ports/queues/deliveries.ts'

const keptMs = 3 * 24 * 3_600_000
/** A delivery is listed some time after it was made, and clocks differ. */
const overlapMs = 5 * 60_000
/** An attempt that was asked for is made, and has failed or not, by then. */
const attemptMs = 60_000
/** What fails so often isn't an outage; the reconciler finds what it was about in another way. */
const maxRedeliveries = 3
/** GitHub is taken to be away once that many in a row can't be asked for. */
const maxFaultsInARow = 3
/** Kept in memory at once; what failed later is looked for again once these were sent. */
const maxKept = 5_000
/** Of what arrived: in three days that may be millions. */
const maxArrivedPages = 20

export type RedeliveryPorts = Pick<MachinePorts, 'now' | 'timeAfter'> & {
  deliveries: Deliveries
  /** Those of the ids of deliveries that were stored here. */
  findStored: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** A webhook that was asked for. `delivery`: the attempt that had failed. */
interface Asked {
  delivery: SentDelivery
  attempts: number
  /** ISO 8601. */
  at: string
  /** It arrived, as far as can be told, or there is no hope. */
  isOver: boolean
}

/**
 * Has webhooks sent again that no attempt brought here, oldest first. GitHub keeps an attempt in its list of failures
 * whatever comes after it, so each is looked at once: the next look goes back to where the last one began.
 */
export class FailedDeliveries {
  readonly #ports: RedeliveryPorts
  readonly #asked = new Map<string, Asked>()
  #since: string | undefined
  #isSending = false
  #isEnded = false
  #count = 0

  constructor(ports: RedeliveryPorts) {
    this.#ports = ports
  }

  /** How many were asked for since this was asked last. */
  takeCount(): number {
    const count = this.#count
    this.#count = 0
    return count
  }

  end(): void {
    this.#isEnded = true
  }

  /**
   * Resolves when nothing is due any more, which may take long: at GitHub's pace a second each. While one is under way,
   * another does nothing.
   */
  async redeliver(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (!this.#isEnded && (await this.#redeliverSome()));
    } finally {
      this.#isSending = false
    }
  }

  /** True where there are more than it could keep. */
  async #redeliverSome(): Promise<boolean> {
    const { now, timeAfter } = this.#ports
    const startedAt = now()
    const since = this.#since ?? timeAfter(startedAt, -keptMs)
    const { failed, isCut } = await this.#findFailed(since)
    let inARow = 0
    for (const one of await this.#chooseDue(failed)) {
      if (this.#isEnded) return false
      const fault = await this.#ask(one)
      inARow = fault === undefined ? 0 : inARow + 1
      // One that GitHub can't send any more must not hold up those behind it; but where nothing goes, nothing will.
      if (inARow === maxFaultsInARow) throw fault
    }
    const [newest] = failed.values()
    this.#since = isCut && newest !== undefined ? newest.at : timeAfter(startedAt, -overlapMs)
    for (const [guid, { isOver, delivery }] of this.#asked)
      if (isOver && Date.parse(delivery.at) < Date.parse(this.#since)) this.#asked.delete(guid)
    return isCut
  }

  /** The newest attempt at each webhook, newest first; of too many the oldest. What was asked for because of it is left out. */
  async #findFailed(since: string): Promise<{ failed: Map<string, SentDelivery>; isCut: boolean }> {
    const failed = new Map<string, SentDelivery>()
    let isCut = false
    for await (const page of this.#ports.deliveries.list('failure', since)) {
      for (const one of page)
        if (!failed.has(one.guid) && this.#asked.get(one.guid)?.delivery.id !== one.id) failed.set(one.guid, one)
      for (const guid of failed.keys()) {
        if (failed.size <= maxKept) break
        failed.delete(guid)
        isCut = true
      }
      if (this.#isEnded) break
    }
    return { failed, isCut }
  }

  /** Those that failed or were asked for, and have not arrived; oldest first. */
  async #chooseDue(failed: ReadonlyMap<string, SentDelivery>): Promise<SentDelivery[]> {
    const open = new Map(failed)
    const { now, timeAfter, findStored } = this.#ports
    const settledAt = timeAfter(now(), -attemptMs)
    const forgottenAt = timeAfter(now(), -keptMs)
    for (const [guid, { delivery, at, isOver }] of this.#asked)
      if (!isOver && at < settledAt && !open.has(guid)) open.set(guid, delivery)
    const close = (guid: string) => {
      open.delete(guid)
      const asked = this.#asked.get(guid)
      if (asked !== undefined) asked.isOver = true
    }
    for (const guid of await findStored([...open.keys()])) close(guid)
    const { arrived, isAll } = await this.#findArrived(open)
    for (const guid of arrived) close(guid)
    for (const [guid, one] of open) {
      const asked = this.#asked.get(guid)
      if (asked === undefined) continue
      // Where not all that arrived could be looked through, what did not fail once more is taken as arrived.
      const isTooOld = Date.parse(one.at) < Date.parse(forgottenAt)
      if (isTooOld || asked.attempts >= maxRedeliveries || (!failed.has(guid) && !isAll)) close(guid)
      asked.delivery = one
    }
    return [...open.values()].toReversed().toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  }

  /** Which of these GitHub says were taken; not all of them where `isAll` is false. Nothing is stored of what means nothing. */
  async #findArrived(open: ReadonlyMap<string, SentDelivery>): Promise<{ arrived: Set<string>; isAll: boolean }> {
    const arrived = new Set<string>()
    if (open.size === 0) return { arrived, isAll: true }
    const { deliveries, timeAfter } = this.#ports
    const since = [...open.values()]
      .map(({ guid, at }) => this.#asked.get(guid)?.at ?? at)
      .reduce((a, b) => (Date.parse(a) < Date.parse(b) ? a : b))
    let pages = 0
    for await (const page of deliveries.list('success', timeAfter(since, -overlapMs))) {
      for (const { guid } of page) if (open.has(guid)) arrived.add(guid)
      pages += 1
      if (arrived.size === open.size) break
      if (pages === maxArrivedPages) return { arrived, isAll: false }
    }
    return { arrived, isAll: true }
  }

  /** Asks for it once more. Returns what may pass and kept it from being asked for, which is no attempt. */
  async #ask(one: SentDelivery): Promise<unknown> {
    const attempts = this.#asked.get(one.guid)?.attempts ?? 0
    const asked = { delivery: one, attempts, at: this.#ports.now(), isOver: false }
    // It stays known until it arrived, however far back it is by then.
    this.#asked.set(one.guid, asked)
    try {
      await this.#ports.deliveries.redeliver(one.id)
      asked.attempts += 1
      this.#count += 1
      return undefined
    } catch (error) {
      if (mayPass(error)) return error
      // GitHub doesn't have it any more.
      asked.isOver = true
      return undefined
    }
  }
}
