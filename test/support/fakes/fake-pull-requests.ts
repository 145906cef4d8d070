import type {
  Merged,
  OpenedDraft,
  Published,
  PullRequests,
} from '../../../src/application/ports/forge/pull-requests.ts'
import { testSha } from '../builders.ts'

/** Pull requests that always succeed, but for the faults a test puts in; `calls` tells what was asked for, in order. */
export class FakePullRequests implements PullRequests {
  readonly calls: string[] = []
  /** What the next call of that name throws. */
  readonly faults: { name: string; error: Error }[] = []
  /** Branches that somebody deleted. */
  readonly gone = new Set<string>()
  /** Where somebody pushed to last, by branch. */
  readonly heads = new Map<string, string>()
  merged: Merged = { kind: 'merged', sha: testSha('merge') }
  /** What a merged pull request says it became. */
  mergeCommit: string | null = null
  /** Of pull requests that were written anew, by number. */
  readonly bodies = new Map<number, string>()
  /** Unless a test says otherwise each is done by itself. */
  postAndMerge: PullRequests['postAndMerge'] = () => Promise.resolve(null)
  openWithCheck: PullRequests['openWithCheck'] = () => Promise.resolve(null)
  #numbers = 10

  createBranch(_repository: unknown, branch: string): Promise<void> {
    return this.#answer('createBranch', branch, undefined)
  }

  findHead(_repository: unknown, branch: string): Promise<string | null> {
    return Promise.resolve(this.gone.has(branch) ? null : (this.heads.get(branch) ?? testSha(branch)))
  }

  findDefaultBranch(): Promise<string> {
    return Promise.resolve('main')
  }

  publish(_repository: unknown, version: { branch: string; base: string }, again: boolean): Promise<Published> {
    this.#numbers += 1
    const name = `${version.branch} ${this.#numbers}`
    const published = { commitSha: testSha(name), treeSha: testSha(`tree ${name}`), pullRequest: this.#numbers }
    return this.#answer('publish', `${version.branch}${again ? ' again' : ''}`, published)
  }

  open(_repository: unknown, pull: { head: string }, again: boolean): Promise<number> {
    this.#numbers += 1
    return this.#answer('open', `${pull.head}${again ? ' again' : ''}`, this.#numbers)
  }

  openDraft(_repository: unknown, draft: { branch: string }, again: boolean): Promise<OpenedDraft> {
    this.#numbers += 1
    const opened = { number: this.#numbers, commitSha: testSha(`draft ${draft.branch}`) }
    return this.#answer('openDraft', `${draft.branch}${again ? ' again' : ''}`, opened)
  }

  postReview(_repository: unknown, review: { number: number }, again: boolean): Promise<void> {
    return this.#answer('postReview', `${review.number}${again ? ' again' : ''}`, undefined)
  }

  report(_repository: unknown, check: { name: string; conclusion: string | null }): Promise<void> {
    return this.#answer('report', `${check.name} ${check.conclusion ?? 'waits'}`, undefined)
  }

  requestReviewers(_repository: unknown, number: number, logins: readonly string[]): Promise<void> {
    return this.#answer('requestReviewers', `${number} ${logins.join()}`, undefined)
  }

  merge(_repository: unknown, merge: { number: number }): Promise<Merged> {
    return this.#answer('merge', String(merge.number), this.merged)
  }

  deleteBranches(_repository: unknown, { folder }: { folder: string }): Promise<void> {
    return this.#answer('deleteBranches', folder, undefined)
  }

  describe(): Promise<null> {
    return Promise.resolve(null)
  }

  findMergeCommit(): Promise<string | null> {
    return Promise.resolve(this.mergeCommit)
  }

  headBefore(_repository: unknown, _branch: string, sha: string): Promise<string> {
    return Promise.resolve(testSha(`before ${sha}`))
  }

  close(_repository: unknown, number: number): Promise<void> {
    return this.#answer('close', String(number), undefined)
  }

  rewrite(_repository: unknown, number: number, body: string): Promise<void> {
    this.bodies.set(number, body)
    return this.#answer('rewrite', String(number), undefined)
  }

  setDraft(_repository: unknown, number: number, draft: boolean): Promise<void> {
    return this.#answer('setDraft', `${number} ${draft}`, undefined)
  }

  #answer<T>(name: string, what: string, value: T): Promise<T> {
    this.calls.push(`${name} ${what}`)
    const index = this.faults.findIndex((fault) => fault.name === name)
    const [fault] = index === -1 ? [] : this.faults.splice(index, 1)
    return fault === undefined ? Promise.resolve(value) : Promise.reject(fault.error)
  }
}
