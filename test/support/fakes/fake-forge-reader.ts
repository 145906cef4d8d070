import { integrationHead } from '../../../src/application/branches/integration-head.ts'
import type {
  ChangeToken,
  ForgeReader,
  Pusher,
  RepositorySnapshot,
  WatchedWork,
} from '../../../src/application/ports/forge/forge-reader.ts'
import type { Message } from '../../../src/application/ports/queues/message.ts'
import { testSha } from '../builders.ts'
import type { FakeStateStore } from './fake-state-store.ts'
import { repository } from './machine.ts'

/** One installation with one repository, whose workflow branch is the fake store's. */
export class FakeForgeReader implements ForgeReader {
  /** Issues whose state was read, in order. */
  readonly read: number[] = []
  /** Heads of work branches that aren't as the records have them; null: the branch is gone. */
  readonly moved = new Map<string, string | null>()
  /** Since when changes were asked for. */
  readonly since: string[] = []
  changed: Awaited<ReturnType<ForgeReader['listChanged']>> = { issues: [], comments: [], until: null }
  /** Pull requests of which it was asked whether they have their check. */
  readonly checked: number[] = []
  /** What is said of those that have none. */
  unchecked: Message[] = []
  /** Node ids of comments that somebody edited. */
  readonly edited = new Set<string>()
  /** What the next look at the repository throws. */
  readonly faults: Error[] = []
  /** How often a snapshot of the repository was read. */
  snapshots = 0
  /** GitHub doesn't show the repository when its change token is read. */
  isHidden = false
  pushedAt = '2026-11-21T03:12:00Z'
  /** Head of the default branch; null: there is none. */
  defaultHead: string | null = testSha('main')
  /** Who moved every branch that was moved. */
  pusher: Pusher = { kind: 'person', sender: { login: 'ada', id: 1, appId: null, isBot: false } }
  changedAt: string | null = '2026-11-21T03:12:00Z'
  readonly #store: FakeStateStore

  constructor(store: FakeStateStore) {
    this.#store = store
  }

  listInstallations(): Promise<number[]> {
    return Promise.resolve([repository.installationId])
  }

  listRepositories() {
    return Promise.resolve([repository])
  }

  readChangeTokens(): Promise<ReadonlyMap<string, ChangeToken>> {
    const { commits } = this.#store
    const head = commits.length === 0 ? null : testSha(`head ${commits.length}`)
    const changeToken = { head, branches: this.#branches().size, pushedAt: this.pushedAt, changedAt: this.changedAt }
    return Promise.resolve(new Map(this.isHidden ? [] : [[repository.key, changeToken]]))
  }

  readSnapshot(): Promise<RepositorySnapshot> {
    this.snapshots += 1
    const fault = this.faults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    const { commits } = this.#store
    const newest = new Map(commits.map(({ issue }, index) => [issue, testSha(`blob ${index}`)]))
    return Promise.resolve({
      head: commits.length === 0 ? null : testSha(`head ${commits.length}`),
      records: [...newest].map(([issueNumber, blob]) => ({ issueNumber, blob })),
      defaultBranch: this.defaultHead === null ? null : { name: 'main', head: this.defaultHead },
      branches: this.#branches(),
      pushedAt: this.pushedAt,
    })
  }

  readWorks(_repository: unknown, _commit: string, issueNumbers: readonly number[]): Promise<Map<number, WatchedWork>> {
    this.read.push(...issueNumbers)
    return Promise.resolve(new Map(issueNumbers.map((number) => [number, this.#store.work(number)])))
  }

  listChanged(_repository: unknown, since: string) {
    this.since.push(since)
    return Promise.resolve(this.changed)
  }

  findLabelling() {
    return Promise.resolve(undefined)
  }

  findReopening() {
    return Promise.resolve(undefined)
  }

  readPull() {
    return Promise.resolve([])
  }

  findUnchecked(_repository: unknown, numbers: readonly number[]) {
    this.checked.push(...numbers)
    return Promise.resolve(this.unchecked)
  }

  findEdited(_repository: unknown, nodeIds: readonly string[]) {
    return Promise.resolve(new Set(nodeIds.filter((id) => this.edited.has(id))))
  }

  readCi() {
    return Promise.resolve([])
  }

  findPusher() {
    return Promise.resolve(this.pusher)
  }

  #branches(): Map<string, string> {
    const heads = new Map<string, string | null>()
    for (const issue of new Set(this.#store.commits.map((commit) => commit.issue))) {
      const work = this.#store.work(issue)
      if (work.record?.base_branch != null) heads.set(work.record.base_branch, integrationHead(work))
      for (const artifact of work.execution?.artifacts ?? []) heads.set(artifact.branch, artifact.commit_sha)
    }
    for (const [branch, head] of this.moved) heads.set(branch, head)
    return new Map([...heads].flatMap(([branch, head]) => (head === null ? [] : [[branch, head] as const])))
  }
}
