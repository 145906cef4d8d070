import PQueue from 'p-queue'
import { explain } from '../attempts/attempt-effect.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import type { Deliveries } from '../ports/queues/deliveries.ts'
import type { ChangeToken } from '../ports/forge/forge-reader.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Message } from '../ports/queues/message.ts'
import { AccessLooks } from './access-looks.ts'
import { FinalLooks } from './final-looks.ts'
import { isUnchanged, type LastLook } from './is-unchanged.ts'
import { lookOver, type LookOverPorts, type EnqueueFound, enqueueOwed } from './look-over.ts'
import { FailedDeliveries } from './redeliver-failed.ts'
import { WatchList } from './watch-list.ts'

const repositoriesAtOnce = 4
/** Repositories glanced at in one request. */
const changeTokensAtOnce = 25

/** The first pass looks back so far: less than records keep what was applied, so that nothing is obeyed twice. */
const firstLookMs = 6 * 24 * 3_600_000
/** After so long a repository is looked over though nothing in it seems to have changed. */
const longestQuietMs = 6 * 3_600_000
/** Reads may be stale, and clocks differ. */
const overlapMs = 5 * 60_000

/** What is delivered again tells more than can be found, so it gets so much of a start; very many take longer. */
const headStartMs = 30_000

export type ReconcilerPorts = LookOverPorts &
  Pick<MachinePorts, 'enqueue' | 'timeAfter' | 'later' | 'log'> & {
    deliveries: Deliveries
    /** Those of the ids of deliveries that were stored here. */
    findStored: (ids: readonly string[]) => Promise<ReadonlySet<string>>
    /** True where this process is the one that does it. */
    lease: (name: string) => Promise<boolean>
    /** How far the first pass looks back, where that is less than it may. */
    firstLookMs?: number
  }

/** What a pass came to. `found`: messages that it put into the queue, by kind (`lease_lost`, `show_due`, …). */
export interface ReconcileReport {
  repositories: number
  /** Those of them in which nothing had happened since the last pass. */
  quiet: number
  /** Issues that are registered and not finished. */
  issues: number
  found: Record<string, number>
  /** Webhooks that GitHub was asked to send again since the last pass. */
  redelivered: number
  /** Repositories and installations that could not be looked at. */
  failed: number
}

/** Does it, unless the reconciler was ended; where it fails, that is logged and counted. */
type Trying = (what: Record<string, unknown>, act: () => Promise<void>) => Promise<void>

/**
 * Finds what no webhook will tell: effects owed by a process that is gone, leases and deadlines that ran out (decision
 * 15). It changes nothing itself: what it finds goes into the issues' queues as messages.
 */
export class Reconciler {
  readonly #ports: ReconcilerPorts
  readonly #lists = new Map<string, WatchList>()
  readonly #deliveries: FailedDeliveries
  readonly #access: AccessLooks
  readonly #finals: FinalLooks
  /** When a repository was last reconciled, and what was found in it in that time: what overlaps is found once. */
  readonly #looks = new Map<string, LastLook & { keys: ReadonlySet<string> }>()
  #ended = false

  constructor(ports: ReconcilerPorts) {
    this.#ports = ports
    this.#deliveries = new FailedDeliveries(ports)
    this.#access = new AccessLooks(ports)
    this.#finals = new FinalLooks(ports)
  }

  /** Once over everything. Never throws: what can't be looked at is logged and counted. */
  async run(): Promise<ReconcileReport> {
    const { log, forgeReader, later } = this.#ports
    const report: ReconcileReport = { repositories: 0, quiet: 0, issues: 0, found: {}, redelivered: 0, failed: 0 }
    const queue = new PQueue({ concurrency: repositoriesAtOnce })
    const trying: Trying = async (what, act) => {
      if (this.#ended) return
      try {
        await act()
      } catch (error) {
        report.failed += 1
        log('warn', 'not reconciled', { ...what, why: explain(error) })
      }
    }
    const redelivering = trying({ what: 'deliveries' }, async () => {
      if (await this.#ports.lease('sweep deliveries')) await this.#deliveries.redeliver()
    })
    await Promise.race([redelivering, new Promise<void>((resolve) => later(headStartMs, resolve))])
    const sweepLater = (repository: RepositoryRef, seen: LastLook) =>
      void queue.add(() => trying({ repository: repository.key }, () => this.#reconcileOne(repository, seen, report)))
    await trying({ what: 'installations' }, async () => {
      for (const installation of await forgeReader.listInstallations())
        await trying({ installation }, () => this.#glanceOver(installation, trying, sweepLater))
    })
    await queue.onIdle()
    report.redelivered = this.#deliveries.takeCount()
    log('info', 'reconciled', { ...report })
    return report
  }

  /** Nothing more is looked at; a pass under way comes to its end soon. */
  end(): void {
    this.#ended = true
    this.#deliveries.end()
  }

  /** Hands on the repositories of an installation that this process is to look at, with what a change token saw of each. */
  async #glanceOver(
    installation: number,
    trying: Trying,
    sweepLater: (repository: RepositoryRef, seen: LastLook) => void,
  ): Promise<void> {
    const { forgeReader } = this.#ports
    const all = await forgeReader.listRepositories(installation)
    for (let from = 0; from < all.length; from += changeTokensAtOnce) {
      const own = await this.#findOwn(all.slice(from, from + changeTokensAtOnce), trying)
      // What happens while others are looked over is the next pass's.
      const at = this.#ports.now()
      let changeTokens: ReadonlyMap<string, ChangeToken> = new Map()
      await trying(
        { installation, what: 'change tokens' },
        async () => void (changeTokens = await forgeReader.readChangeTokens(own)),
      )
      for (const repository of own) sweepLater(repository, { at, changeToken: changeTokens.get(repository.key) })
    }
  }

  /** What a pass remembers of a repository is in its process: as long as that lives, it is the one that looks. */
  async #findOwn(repositories: readonly RepositoryRef[], trying: Trying): Promise<RepositoryRef[]> {
    const own: RepositoryRef[] = []
    for (const repository of repositories)
      await trying({ repository: repository.key }, async () => {
        if (await this.#ports.lease(`sweep ${repository.key}`)) own.push(repository)
      })
    return own
  }

  async #reconcileOne(
    repository: RepositoryRef,
    { at, changeToken }: LastLook,
    report: ReconcileReport,
  ): Promise<void> {
    const { timeAfter } = this.#ports
    const enqueue: EnqueueFound = (message) => this.#enqueue(message, report)
    report.repositories += 1
    const last = this.#looks.get(repository.key)
    const list = this.#lists.get(repository.key) ?? new WatchList()
    this.#lists.set(repository.key, list)
    const earliest = timeAfter(at, -(this.#ports.firstLookMs ?? firstLookMs))
    const lastSeen = last === undefined ? earliest : timeAfter(last.at, -overlapMs)
    const since = lastSeen < earliest ? earliest : lastSeen
    if (isUnchanged(changeToken, last, { since, oldest: timeAfter(at, -longestQuietMs) })) {
      report.quiet += 1
      this.#looks.set(repository.key, last ?? { at, changeToken, keys: new Set() })
      report.issues += list.unfinished().length
      await enqueueOwed(this.#ports, { repository, list, access: this.#access, finals: this.#finals }, enqueue)
      return
    }
    const known = last?.keys ?? new Set()
    const { keys, told, until } = await lookOver(
      this.#ports,
      { repository, list, access: this.#access, finals: this.#finals, since, known },
      enqueue,
    )
    report.issues += list.unfinished().length
    // Of an issue that can't be read, or was not yet, everything since then is still to be found once it is.
    const seenTo = list.unreadable().size === 0 && list.isComplete ? this.#seenTo(until, at) : (last?.at ?? since)
    const isSettled = told === 0 && seenTo === at
    this.#looks.set(repository.key, { at: seenTo, changeToken: isSettled ? changeToken : undefined, keys })
  }

  /** Where a look was cut off, the next one begins there, with no overlap: it would be cut off at the same place. */
  #seenTo(until: string | null, at: string): string {
    return until === null ? at : this.#ports.timeAfter(until, overlapMs)
  }

  async #enqueue(message: Message, report: ReconcileReport): Promise<void> {
    if (this.#ended) return
    const kind = message.kind === 'event' ? kindOf(message.event) : message.kind
    report.found[kind] = (report.found[kind] ?? 0) + 1
    await this.#ports.enqueue([message])
  }
}

function kindOf(event: WorkEvent): string {
  return event.kind === 'gate' ? event.gate.kind : event.kind
}
