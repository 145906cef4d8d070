import PQueue from 'p-queue'
import { explain } from '../attempt-effect.ts'
import type { MachinePorts } from '../machine-ports.ts'
import { runId } from '../perform-run-effect.ts'
import type { Deliveries } from '../ports/deliveries.ts'
import type { Lookout, Survey } from '../ports/lookout.ts'
import type { RepositoryRef } from '../ports/repository-ref.ts'
import { issueKey, type Signal } from '../signal.ts'
import { findOwed } from './find-owed.ts'
import { FailedDeliveries } from './redeliver-failed.ts'
import { WatchList } from './watch-list.ts'

const repositoriesAtOnce = 4
/** Records read of one repository in one sweep; the rest is for the next ones. */
const maxRecordsRead = 500

export type SweepPorts = Pick<MachinePorts, 'store' | 'signals' | 'runs' | 'now' | 'timeAfter' | 'log'> & {
  lookout: Lookout
  deliveries: Deliveries
}

/** What a sweep came to. `found`: signals that it put into the queue, by kind (`lease_lost`, `show_due`, …). */
export interface SweepReport {
  repositories: number
  /** Issues that are registered and not finished. */
  issues: number
  found: Record<string, number>
  /** Webhooks that GitHub was asked to send again. */
  redelivered: number
  /** Repositories and installations that could not be looked at. */
  failed: number
}

/**
 * Finds what no webhook will tell: effects owed by a process that is gone, leases and deadlines that ran out (decision
 * 15). It changes nothing itself: what it finds goes into the issues' queues as signals.
 */
export class Sweep {
  readonly #ports: SweepPorts
  readonly #lists = new Map<string, WatchList>()
  readonly #deliveries: FailedDeliveries
  #ended = false

  constructor(ports: SweepPorts) {
    this.#ports = ports
    this.#deliveries = new FailedDeliveries(ports.deliveries)
  }

  /** Once over everything. Never throws: what can't be looked at is logged and counted. */
  async run(): Promise<SweepReport> {
    const { log, lookout, now, timeAfter } = this.#ports
    const report: SweepReport = { repositories: 0, issues: 0, found: {}, redelivered: 0, failed: 0 }
    const queue = new PQueue({ concurrency: repositoriesAtOnce })
    const trying = async (what: Record<string, unknown>, act: () => Promise<void>) => {
      if (this.#ended) return
      try {
        await act()
      } catch (error) {
        report.failed += 1
        log('warn', 'not swept', { ...what, why: explain(error) })
      }
    }
    await trying({ what: 'deliveries' }, async () => {
      report.redelivered = await this.#deliveries.redeliver(now(), timeAfter)
    })
    await trying({ what: 'installations' }, async () => {
      for (const installation of await lookout.listInstallations()) {
        await trying({ installation }, async () => {
          for (const repository of await lookout.listRepositories(installation)) {
            report.repositories += 1
            void queue.add(() => trying({ repository: repository.key }, () => this.#sweepOne(repository, report)))
          }
        })
      }
    })
    await queue.onIdle()
    log('info', 'swept', { ...report })
    return report
  }

  /** Nothing more is looked at; a sweep under way comes to its end soon. */
  end(): void {
    this.#ended = true
  }

  async #sweepOne(repository: RepositoryRef, report: SweepReport): Promise<void> {
    const { lookout, store, runs, now } = this.#ports
    const survey = await lookout.survey(repository)
    const list = await this.#watch(repository, survey)
    const unfinished = list.unfinished()
    report.issues += unfinished.length
    const [first] = unfinished
    // Where the branch is on hold nothing can be done; a changed configuration that nobody told of is seen here.
    if (first !== undefined) await store.read(repository, first[0], 'fresh')
    for (const [number, work] of unfinished) {
      const owed = findOwed(work, now(), (op) => runs.has(runId(repository, op)))
      for (const news of owed) {
        const about = { repository, issueNumber: number, planNumber: null, at: now() }
        this.#push({ ...about, ...news }, report)
      }
    }
  }

  async #watch(repository: RepositoryRef, survey: Survey): Promise<WatchList> {
    const list = this.#lists.get(repository.key) ?? new WatchList()
    this.#lists.set(repository.key, list)
    const changed = list.findChanged(survey).slice(0, maxRecordsRead)
    const read =
      survey.head === null || changed.length === 0
        ? new Map<number, never>()
        : await this.#ports.lookout.readWorks(repository, survey.head, changed)
    list.take(survey, changed, read)
    return list
  }

  #push(signal: Signal, report: SweepReport): void {
    if (this.#ended) return
    const kind = signal.kind === 'event' && signal.event.kind === 'gate' ? signal.event.gate.kind : signal.kind
    report.found[kind] = (report.found[kind] ?? 0) + 1
    this.#ports.signals.push(issueKey(signal.repository, signal.issueNumber), signal, 0)
  }
}
