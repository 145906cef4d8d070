import type { Configuration } from '../../../src/domain/configuration/configuration.ts'
import type { ConfigurationReport } from '../../../src/domain/configuration/layer-configurations.ts'
import { issId } from '../../../src/domain/records/iss-record.ts'
import { findMisfitTask } from '../../../src/domain/work/draft/note-executors.ts'
import type { OpenIssue } from '../../../src/domain/session/open-issue.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { chooseSession } from '../../../src/application/state/choose-session.ts'
import type {
  LoadedWork,
  Restoration,
  StateCommit,
  StateStore,
} from '../../../src/application/ports/state/state-store.ts'
import {
  findSession,
  findSessionChange,
  readOpenSessions,
  SessionPages,
} from '../../../src/application/state/session-files.ts'
import { buildConfiguration, testSha } from '../builders.ts'

const clock = { now: () => '2026-11-21T03:12:00.000Z', elapsedMs: () => 0 }

/** The workflow branch of one repository, in memory: state of each issue, its sessions, a head that moves with each commit. */
export class FakeStateStore implements StateStore {
  readonly commits: (StateCommit & { issue: number })[] = []
  configuration: Configuration = buildConfiguration()
  layers: ConfigurationReport['layers'] = []
  configurationFaults: LoadedWork['configurationFaults'] = null
  /** What the next calls throw, in order. */
  readonly readFaults: Error[] = []
  readonly writeFaults: Error[] = []
  /** How each read was asked for. */
  readonly reads: ('cached' | 'fresh')[] = []
  /** Runs before a write looks at the head, once each: somebody else who comes first. */
  readonly interferences: (() => void)[] = []
  readonly #works = new Map<number, Work>()
  /** Files of sessions, by path. */
  readonly #texts = new Map<string, string>()
  readonly #read = (path: string) => this.#texts.get(path) ?? null
  #head: string | null = null
  #commits = 0
  #overtaken = false

  read(_repository: unknown, issueNumber: number, how: 'cached' | 'fresh'): Promise<LoadedWork> {
    this.reads.push(how)
    const fault = this.readFaults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    const work = this.work(issueNumber)
    return Promise.resolve({
      work,
      head: this.#head,
      fresh: how === 'fresh',
      sessionId: work.record?.session_id ?? chooseSession(this.#read, clock, undefined),
      configuration: this.configuration,
      configurationFaults: this.configurationFaults,
      defaultBranch: { name: 'main', sha: testSha('main') },
    })
  }

  write(_repository: unknown, loaded: LoadedWork, commit: StateCommit): Promise<'written' | 'conflict'> {
    this.interferences.shift()?.()
    const fault = this.writeFaults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    const issue = commit.next.record?.number ?? 0
    const overtaken = this.#overtaken || loaded.work.record !== this.work(issue).record
    this.#overtaken = false
    if (overtaken) return Promise.resolve('conflict')
    const change = findSessionChange(loaded.work, commit.next)
    const pages = new SessionPages(this.#read, clock)
    if (change !== null && !pages.record(change)) return Promise.resolve('conflict')
    for (const [path, text] of pages.files()) this.#texts.set(path, text)
    this.commits.push({ ...commit, issue })
    const { replaced: _filedAway, acts: _recorded, ...kept } = commit.next
    this.#works.set(issue, kept)
    this.#advance()
    return Promise.resolve('written')
  }

  readConfiguration(): Promise<ConfigurationReport> {
    return Promise.resolve({ layers: this.layers, faults: this.configurationFaults })
  }

  readOpen(): Promise<OpenIssue[]> {
    const rows = readOpenSessions(this.#read).flatMap((id) =>
      Object.values(findSession(this.#read, id)?.state.issues ?? {}),
    )
    const works = new Map([...this.#works].map(([number, work]) => [issId(number), work]))
    return Promise.resolve(
      rows.map((row) => {
        const { record = null, execution = null, plan = null } = works.get(row.id) ?? {}
        const unfit = record?.phase === 'proposed' ? findMisfitTask(plan?.notes ?? []) : undefined
        return { row, record, execution, unfit: unfit ?? null }
      }),
    )
  }

  /** Takes an issue's state as another store left it, and the files of its session. */
  seed(work: Work, sessions: ReadonlyMap<string, string>): void {
    this.#works.set(work.record?.number ?? 0, work)
    for (const [path, text] of sessions) this.#texts.set(path, text)
    this.#advance()
  }

  restore(..._given: Parameters<StateStore['restore']>): Promise<Restoration | null> {
    return Promise.resolve(null)
  }

  forget(): void {
    // Nothing is cached here.
  }

  /** Somebody else changes the very issue that is about to be written. */
  overtake(): void {
    this.#overtaken = true
  }

  #advance(): void {
    this.#commits += 1
    this.#head = testSha(`state ${this.#commits}`)
  }

  work(issueNumber: number): Work {
    return this.#works.get(issueNumber) ?? { record: null, plan: null, execution: null, loop: null }
  }
}
