import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { RepositorySnapshot, WatchedWork } from '../ports/forge/forge-reader.ts'

/** Nothing is owed and nothing can move by itself: only people's words and pull requests concern it still. */
export function isFinished({ phase, outbox, final_pull_request: final }: IssRecord): boolean {
  if (outbox.length > 0) return false
  return phase === 'stopped' || (phase === 'completed' && final?.state !== 'open' && final?.state !== 'draft')
}

/** The issues of one repository as last read; those that are finished are remembered by their blob alone. */
export class WatchList {
  readonly #known = new Map<number, { blob: string; work: WatchedWork | null; isReadable: boolean }>()
  #isComplete = true

  /** Whether all that had changed was read. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Issues whose record isn't the one that was read, newest first. */
  findChanged({ records }: RepositorySnapshot): number[] {
    return records
      .filter(({ issueNumber, blob }) => this.#known.get(issueNumber)?.blob !== blob)
      .map(({ issueNumber }) => issueNumber)
      .toSorted((a, b) => b - a)
  }

  /** Takes what was read of `asked` at this snapshot; one that could not be read counts as read until it changes. */
  take(snapshot: RepositorySnapshot, asked: readonly number[], works: ReadonlyMap<number, WatchedWork>): void {
    const blobs = new Map(snapshot.records.map(({ issueNumber, blob }) => [issueNumber, blob]))
    for (const number of asked) {
      const work = works.get(number)
      const open = work !== undefined && work.record !== null && !isFinished(work.record)
      const known = { blob: blobs.get(number) ?? '', work: open ? work : null, isReadable: work !== undefined }
      this.#known.set(number, known)
    }
    for (const number of this.#known.keys()) if (!blobs.has(number)) this.#known.delete(number)
    this.#isComplete = this.findChanged(snapshot).length === 0
  }

  /** True for every issue that was read, finished or not. */
  has(issueNumber: number): boolean {
    return this.#known.has(issueNumber)
  }

  /** Issues whose record could not be read: what was applied to them isn't known. */
  unreadable(): ReadonlySet<number> {
    return new Set([...this.#known].flatMap(([number, { isReadable }]) => (isReadable ? [] : [number])))
  }

  unfinished(): [number, WatchedWork][] {
    return [...this.#known].flatMap(([number, { work }]): [number, WatchedWork][] =>
      work === null ? [] : [[number, work]],
    )
  }
}
