import PQueue from 'p-queue'
import { explain } from '../attempt-effect.ts'
import type { MachinePorts } from '../machine-ports.ts'
import { workflowBranch } from '../../domain/iss-record.ts'
import { CountersignFault } from '../fault.ts'
import { runId } from '../run-kinds.ts'
import type { Deliveries } from '../ports/deliveries.ts'
import type { Lookout, Survey } from '../ports/lookout.ts'
import type { RepositoryRef } from '../ports/repository-ref.ts'
import type { Signal } from '../signal.ts'
import { findBranchNews } from './find-branch-news.ts'
import { findOwed } from './find-owed.ts'
import { findCiNews, findUnseen, isApplied } from './find-unseen.ts'
import { FailedDeliveries } from './redeliver-failed.ts'
import { WatchList } from './watch-list.ts'

const repositoriesAtOnce = 4
/** Records read of one repository in one sweep; the rest is for the next ones. */
const maxRecordsRead = 500

/** The first sweep looks back so far: less than records keep what was applied, so that nothing is obeyed twice. */
const firstLookMs = 6 * 24 * 3_600_000
/** Reads may be stale, and clocks differ. */
const overlapMs = 5 * 60_000

/** What is delivered again tells more than can be found, so it gets so much of a start; very many take longer. */
const headStartMs = 30_000

type OwnPorts = 'store' | 'workspace' | 'tell' | 'runs' | 'now' | 'timeAfter' | 'later' | 'log'
export type SweepPorts = Pick<MachinePorts, OwnPorts> & {
  lookout: Lookout
  deliveries: Deliveries
  /** Those of the ids of deliveries that were stored here. */
  findStored: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** True where this process is the one that does it. */
  hold: (name: string) => Promise<boolean>
}

/** What a sweep came to. `found`: signals that it put into the queue, by kind (`lease_lost`, `show_due`, …). */
export interface SweepReport {
  repositories: number
  /** Issues that are registered and not finished. */
  issues: number
  found: Record<string, number>
  /** Webhooks that GitHub was asked to send again since the last sweep. */
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
  /** When a repository was last swept, and what was found in it in that time: what overlaps is found once. */
  readonly #looks = new Map<string, { at: string; keys: Set<string> }>()
  #ended = false

  constructor(ports: SweepPorts) {
    this.#ports = ports
    this.#deliveries = new FailedDeliveries(ports)
  }

  /** Once over everything. Never throws: what can't be looked at is logged and counted. */
  async run(): Promise<SweepReport> {
    const { log, lookout, later } = this.#ports
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
    const redelivering = trying({ what: 'deliveries' }, async () => {
      if (await this.#ports.hold('sweep deliveries')) await this.#deliveries.redeliver()
    })
    await Promise.race([redelivering, new Promise<void>((resolve) => later(headStartMs, resolve))])
    await trying({ what: 'installations' }, async () => {
      for (const installation of await lookout.listInstallations()) {
        await trying({ installation }, async () => {
          for (const repository of await lookout.listRepositories(installation)) {
            void queue.add(() => trying({ repository: repository.key }, () => this.#sweepOne(repository, report)))
          }
        })
      }
    })
    await queue.onIdle()
    report.redelivered = this.#deliveries.takeCount()
    log('info', 'swept', { ...report })
    return report
  }

  /** Nothing more is looked at; a sweep under way comes to its end soon. */
  end(): void {
    this.#ended = true
    this.#deliveries.end()
  }

  async #sweepOne(repository: RepositoryRef, report: SweepReport): Promise<void> {
    const { lookout, store, runs, now, timeAfter } = this.#ports
    // What a sweep remembers of a repository is in its process: as long as that lives, it is the one that looks.
    if (!(await this.#ports.hold(`sweep ${repository.key}`))) return
    report.repositories += 1
    const at = now()
    const survey = await lookout.survey(repository)
    assertNotDeleted(survey)
    const list = await this.#watch(repository, survey)
    const unfinished = new Map(list.unfinished())
    report.issues += unfinished.size
    const read = (issueNumber: number) => store.read(repository, issueNumber, 'fresh')
    const [first] = unfinished.keys()
    // Where the branch is on hold nothing can be done; a changed configuration that nobody told of is seen here.
    if (first !== undefined) await read(first)
    const live = await runs.findLive(repository.key)
    for (const [issueNumber, work] of unfinished) {
      const owed = findOwed(work, now(), (op) => live.has(runId(repository, op)))
      const about = { repository, issueNumber, planNumber: null, at: now() }
      for (const news of owed) await this.#tell({ ...about, ...news }, report)
      const look = { ports: this.#ports, repository, survey, issueNumber, work }
      const news = [...(await findBranchNews(look)), ...(await findCiNews(lookout, repository, work))]
      for (const signal of news) await this.#tell(signal, report)
    }
    const before = this.#looks.get(repository.key)
    const since = before === undefined ? timeAfter(at, -firstLookMs) : timeAfter(before.at, -overlapMs)
    const label = async (number: number) => (await read(number)).configuration.label
    const isRegistered = (number: number) => list.has(number)
    const found = await findUnseen({ lookout, repository, since, isRegistered, unfinished, label })
    const unreadable = list.unreadable()
    const unseen = found.filter((signal) => !unreadable.has(signal.issueNumber))
    for (const signal of unseen) {
      const known = before?.keys.has(signal.key) === true || isApplied(unfinished.get(signal.issueNumber), signal.key)
      if (!known) await this.#tell(signal, report)
    }
    // Of an issue that can't be read, everything since then is still to be found once it can.
    const seenTo = unreadable.size === 0 ? at : (before?.at ?? since)
    this.#looks.set(repository.key, { at: seenTo, keys: new Set(unseen.map(({ key }) => key)) })
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

  async #tell(signal: Signal, report: SweepReport): Promise<void> {
    if (this.#ended) return
    const kind = signal.kind === 'event' && signal.event.kind === 'gate' ? signal.event.gate.kind : signal.kind
    report.found[kind] = (report.found[kind] ?? 0) + 1
    await this.#ports.tell([signal])
  }
}

/** Work branches are made after the workflow branch: without it nothing is known of the issues they belong to. */
function assertNotDeleted({ head, branches }: Survey): void {
  const [branch] = [...branches.keys()].filter((name) => name.startsWith('countersign/ISS-'))
  if (head !== null || branch === undefined) return
  throw new CountersignFault('on_hold', `${workflowBranch} is gone`, `${branch} is there, so it was there too`)
}
