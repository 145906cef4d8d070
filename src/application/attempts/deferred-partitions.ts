import { explain } from './attempt-effect.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { issueKey, type Message } from '../ports/queues/message.ts'

const minuteMs = 60_000
/** Until what was deferred once, twice, or more often is tried again. */
const pausesMs = [minuteMs, 2 * minuteMs, 5 * minuteMs]

/** How long what was deferred that often before waits this time. */
export function findDeferralMs(deferrals: number): number {
  return pausesMs[deferrals] ?? 5 * minuteMs
}

export interface DeferredIssue {
  repository: RepositoryRef
  issueNumber: number
  /** Before. */
  deferrals: number
  why: string
}

/**
 * Issues that owe what could not be done for an outage. Each is told of it after a while, in whichever process; until
 * then nobody holds its partition. Who ends before that leaves it to the reconciler.
 */
export class DeferredPartitions {
  readonly #ports: Pick<MachinePorts, 'later' | 'log' | 'now' | 'enqueue'>
  readonly #waiting = new Map<string, () => void>()
  #isClosed = false

  constructor(ports: Pick<MachinePorts, 'later' | 'log' | 'now' | 'enqueue'>) {
    this.#ports = ports
  }

  defer(issue: DeferredIssue): void {
    const { later, log } = this.#ports
    const { repository, issueNumber, deferrals, why } = issue
    const partition = issueKey(repository, issueNumber)
    if (this.#isClosed || this.#waiting.has(partition)) return
    const pauseMs = findDeferralMs(deferrals)
    // Of many at once the first tells enough.
    const isFirst = this.#waiting.size === 0 && deferrals === 0
    log(isFirst ? 'warn' : 'debug', 'deferred', { partition, minutes: pauseMs / minuteMs, why })
    const due = () => {
      // Expedited, it is over; what was deferred since has a time of its own.
      if (this.#isClosed || this.#waiting.get(partition) !== due) return
      this.#waiting.delete(partition)
      void this.#enqueue(issue)
    }
    this.#waiting.set(partition, due)
    later(pauseMs, due)
  }

  /** Whether something of it waits. */
  has(partition: string): boolean {
    return this.#waiting.has(partition)
  }

  /** All of them at once: there is a sign that the outage is over. */
  expedite(): void {
    for (const due of this.#waiting.values()) due()
  }

  /** From now on nobody is told: what is owed is found by the reconciler. */
  close(): void {
    this.#isClosed = true
    this.#waiting.clear()
  }

  async #enqueue({ repository, issueNumber, deferrals }: DeferredIssue): Promise<void> {
    const { log, now, enqueue } = this.#ports
    const at = now()
    const key = `put-off:${at}`
    const message: Message = {
      repository,
      issueNumber,
      planNumber: null,
      key,
      at,
      deferrals: deferrals + 1,
      kind: 'show_due',
    }
    try {
      await enqueue([message])
    } catch (error) {
      // The reconciler tells it too.
      log('warn', 'what was deferred was not told', {
        partition: issueKey(repository, issueNumber),
        why: explain(error),
      })
    }
  }
}
