import type { Lookout, Survey, WatchedWork } from '../../../src/application/ports/lookout.ts'
import { testSha } from '../builders.ts'
import type { FakeStateStore } from './fake-state-store.ts'
import { repository } from './machine.ts'

/** One installation with one repository, whose workflow branch is the fake store's. */
export class FakeLookout implements Lookout {
  /** Issues whose state was read, in order. */
  readonly read: number[] = []
  /** What the next look at the repository throws. */
  readonly faults: Error[] = []
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

  survey(): Promise<Survey> {
    const fault = this.faults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    const { commits } = this.#store
    const newest = new Map(commits.map(({ issue }, index) => [issue, testSha(`blob ${index}`)]))
    return Promise.resolve({
      head: commits.length === 0 ? null : testSha(`head ${commits.length}`),
      records: [...newest].map(([issueNumber, blob]) => ({ issueNumber, blob })),
    })
  }

  readWorks(_repository: unknown, _commit: string, issueNumbers: readonly number[]): Promise<Map<number, WatchedWork>> {
    this.read.push(...issueNumbers)
    return Promise.resolve(new Map(issueNumbers.map((number) => [number, this.#store.work(number)])))
  }
}
