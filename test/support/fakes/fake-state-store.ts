import type { Configuration } from '../../../src/domain/configuration.ts'
import { openSession } from '../../../src/domain/work/project-session.ts'
import type { Session, Work } from '../../../src/domain/work/work.ts'
import type { LoadedWork, StateCommit, StateStore } from '../../../src/application/ports/state-store.ts'
import { buildConfiguration, testSha } from '../builders.ts'

/** The workflow branch of one repository, in memory: state of each issue, one session, a head that moves with each commit. */
export class FakeStateStore implements StateStore {
  readonly commits: (StateCommit & { issue: number })[] = []
  configuration: Configuration = buildConfiguration()
  configurationFaults: LoadedWork['configurationFaults'] = null
  /** What the next calls throw, in order. */
  readonly readFaults: Error[] = []
  readonly writeFaults: Error[] = []
  /** Runs before a write looks at the head, once each: somebody else who comes first. */
  readonly interferences: (() => void)[] = []
  readonly #works = new Map<number, Work>()
  #session: Session = openSession('codex-issue-20261121T031200Z', '2026-11-21T03:12:00.000Z')
  #head: string | null = null
  #moves = 0

  read(_repository: unknown, issueNumber: number, how: 'cached' | 'fresh'): Promise<LoadedWork> {
    const fault = this.readFaults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    return Promise.resolve({
      work: { ...this.work(issueNumber), session: this.#session },
      head: this.#head,
      fresh: how === 'fresh',
      configuration: this.configuration,
      configurationFaults: this.configurationFaults,
      defaultBranch: { name: 'main', sha: testSha('main') },
    })
  }

  write(_repository: unknown, loaded: LoadedWork, commit: StateCommit): Promise<'written' | 'conflict'> {
    this.interferences.shift()?.()
    const fault = this.writeFaults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    if (loaded.head !== this.#head) return Promise.resolve('conflict')
    const issue = commit.next.record?.number ?? 0
    this.commits.push({ ...commit, issue })
    const { replaced: _filedAway, ...kept } = commit.next
    this.#works.set(issue, kept)
    this.#session = commit.next.session
    this.move()
    return Promise.resolve('written')
  }

  forget(): void {
    // Nothing is cached here.
  }

  /** Another issue's commit. */
  move(): void {
    this.#moves += 1
    this.#head = testSha(`state ${this.#moves}`)
  }

  work(issueNumber: number): Work {
    const nothing = { record: null, plan: null, execution: null, loop: null, session: this.#session }
    return this.#works.get(issueNumber) ?? nothing
  }
}
