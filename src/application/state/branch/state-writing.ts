import { mayPass } from '../../outage.ts'
import { nextSessionId } from '../choose-session.ts'
import { CountersignFault } from '../../fault.ts'
import { inCatalogue } from '../../language/in-catalogue.ts'
import { progressFiles } from '../loop-files.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { StateCommit, StateFile } from '../../ports/state/state-store.ts'
import type { WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import {
  findSessionChange,
  type SessionChange,
  type SessionClock,
  sessionChangePaths,
  SessionPages,
} from '../session-files.ts'
import { recordPath, replacedFiles, workFiles, stateFilePaths } from '../state-files.ts'
import { patiently, tracedForAll } from '../../trace.ts'
import type { Work } from '../../../domain/records/work.ts'
import { renderGroupMessage } from './group-message.ts'
import { advanceKnown, type BranchMemory, type KnownState, knownText } from './known-state.ts'
import type { StateReading } from './state-reading.ts'
import { takeGroup } from './take-group.ts'

export type Written = 'written' | 'conflict'

/** One issue's next state that waits to be committed. */
export interface WaitingWrite {
  /** What its decision was made on. */
  seen: KnownState
  commit: StateCommit
  /** Path of the record. */
  record: string
  isNew: boolean
  change: SessionChange | null
  /** What it writes itself; sessions are added when it is committed. */
  files: StateFile[]
  settle: PromiseWithResolvers<Written>
}

export interface StateWritingOptions {
  branch: WorkflowBranch
  reading: StateReading
  memoryOf: (repository: RepositoryRef) => BranchMemory
  clock: SessionClock
  /** Between tries on a branch that somebody else moves. */
  wait: (ms: number) => Promise<unknown>
  /** 0 to 1. */
  random: () => number
}

/** How often a commit is tried on a head that somebody else has moved meanwhile. */
const maxTries = 8
const longestWaitMs = 1_000
/** Where several issues are at work, so long the first waits for the others before they go together. */
const gatherMs = 4

/**
 * How the workflow branch is written: one commit of a repository at a time, and everything that waits meanwhile goes
 * into the next one (docs/decisions/0020).
 */
export class StateWriting {
  readonly #options: StateWritingOptions
  readonly #partitions = new Map<string, { waiting: WaitingWrite[]; busy: boolean }>()

  constructor(options: StateWritingOptions) {
    this.#options = options
  }

  /** `conflict` where the issue itself has changed since it was read; other issues' commits in between change nothing. */
  write(repository: RepositoryRef, seen: KnownState, before: Work, commit: StateCommit): Promise<Written> {
    const partition = this.#partitions.get(repository.key) ?? { waiting: [], busy: false }
    this.#partitions.set(repository.key, partition)
    const settle = Promise.withResolvers<Written>()
    partition.waiting.push({
      seen,
      commit,
      record: recordPath(commit.next.record?.number ?? 0),
      isNew: before.record === null,
      change: findSessionChange(before, commit.next),
      files: writtenFiles(seen, before, commit),
      settle,
    })
    if (!partition.busy) void tracedForAll(() => this.#drain(repository, partition))
    return patiently(settle.promise)
  }

  async #drain(repository: RepositoryRef, partition: { waiting: WaitingWrite[]; busy: boolean }): Promise<void> {
    partition.busy = true
    let together = 1
    while (partition.waiting.length > 0) {
      if (together > 1 && partition.waiting.length < together) await this.#options.wait(gatherMs)
      const { group, rest } = takeGroup(partition.waiting)
      partition.waiting = rest
      together = group.length
      try {
        await this.#commit(repository, group)
      } catch (error) {
        await this.#commitApart(repository, group, error)
      }
    }
    partition.busy = false
  }

  /** What GitHub or a broken file refuses for good may be one issue's fault: it must not keep back those beside it. */
  async #commitApart(repository: RepositoryRef, group: readonly WaitingWrite[], fault: unknown): Promise<void> {
    const [only, ...others] = group
    if (mayPass(fault) || only === undefined || others.length === 0) {
      for (const { settle } of group) settle.reject(fault)
      return
    }
    for (const one of group) await this.#commit(repository, [one]).catch((error: unknown) => one.settle.reject(error))
  }

  /** Commits them on the newest head, again where somebody else has moved it. */
  async #commit(repository: RepositoryRef, group: readonly WaitingWrite[]): Promise<void> {
    const { reading, memoryOf, wait, random } = this.#options
    let left = group
    for (let tries = 1; tries <= maxTries && left.length > 0; tries += 1) {
      const memory = memoryOf(repository)
      const known = memory.known ?? (await this.#lookAgain(repository, left, tries))
      if (known === undefined) continue
      const sessions = sessionChangePaths(left.flatMap(({ change }) => change ?? []))
      await reading.readMissing(repository, known, [...left.map(({ record }) => record), ...sessions])
      left = settleChanged(left, known)
      const pages = new SessionPages(knownText(known), this.#options.clock)
      left = this.#recordSessions(memory, left, pages)
      if (left.length === 0) return
      if (await this.#tryOn(repository, known, left, pages)) return settleAll(left, 'written')
      await wait(random() * Math.min(longestWaitMs, 25 * 2 ** tries))
    }
    settleAll(left, 'conflict')
  }

  /** Undefined where GitHub shows an older head than was known already: the next look may show the newer one. */
  async #lookAgain(
    repository: RepositoryRef,
    group: readonly WaitingWrite[],
    tries: number,
  ): Promise<KnownState | undefined> {
    const { reading, wait, random } = this.#options
    try {
      return await reading.lookAt(repository, group[0]?.commit.next.record?.number ?? 0)
    } catch (error) {
      if (!(error instanceof CountersignFault) || error.code !== 'state_behind') throw error
      await wait(random() * Math.min(longestWaitMs, 25 * 2 ** tries))
      return undefined
    }
  }

  /** Those whose session takes them; the others choose again, and get another one. */
  #recordSessions(memory: BranchMemory, group: readonly WaitingWrite[], pages: SessionPages): WaitingWrite[] {
    return group.filter(({ change, settle }) => {
      if (change === null || pages.record(change)) return true
      memory.opening = nextSessionId(this.#options.clock.now(), [change.sessionId, memory.opening])
      settle.resolve('conflict')
      return false
    })
  }

  /** False where the branch was not where it was thought to be. */
  async #tryOn(
    repository: RepositoryRef,
    known: KnownState,
    group: readonly WaitingWrite[],
    pages: SessionPages,
  ): Promise<boolean> {
    const { branch, memoryOf } = this.#options
    const memory = memoryOf(repository)
    const files = [...group.flatMap((one) => one.files), ...changedFiles(knownText(known), [...pages.files()], [])]
    const message = renderGroupMessage(
      group.map(({ commit }) => ({ id: commit.next.record?.id ?? '', headline: commit.headline, lines: commit.lines })),
    )
    const ops = group.map(({ commit }) => commit.op)
    try {
      const { head: parent, repositoryId } = known
      const head = await branch.commit(repository, { repositoryId, parent, ops, ...message, files })
      if (head === null) {
        memory.known = undefined
        return false
      }
      const absent = group.flatMap((one) => (one.isNew ? absentFiles(one.commit.next) : []))
      // Reads at the same head may have brought more texts meanwhile; one at another head is the newer.
      if (memory.known?.head === known.head) memory.known = advanceKnown(memory.known, head, [...absent, ...files])
      memory.trusted = { sha: head, since: this.#options.clock.now() }
      if (group.some(({ isNew, change }) => isNew && change?.sessionId === memory.opening)) memory.opening = undefined
      return true
    } catch (error) {
      memory.known = undefined
      throw error
    }
  }
}

/** Every decision that is saved changes its issue's record: as long as that one stands, so does what was decided on it. */
function settleChanged(group: readonly WaitingWrite[], known: KnownState): WaitingWrite[] {
  return group.filter(({ seen, record, settle }) => {
    const stands = (seen.texts.get(record) ?? null) === (known.texts.get(record) ?? null)
    if (!stands) settle.resolve('conflict')
    return stands
  })
}

function settleAll(group: readonly WaitingWrite[], outcome: Written): void {
  for (const { settle } of group) settle.resolve(outcome)
}

/** What is known is held against the files; pages and logs of a loop are never read, so against the state before. */
function writtenFiles(seen: KnownState, before: Work, { next, files }: StateCommit): StateFile[] {
  const encoder = new TextEncoder()
  const own = changedFiles(knownText(seen), [...replacedFiles(next), ...workFiles(next)], files)
  return [
    ...own,
    ...[...inCatalogue(null, () => progressFiles(before, next))].map(([path, text]) => ({
      path,
      bytes: encoder.encode(text),
    })),
  ]
}

/** Of an issue that is registered just now, files that aren't written aren't there. */
function absentFiles({ record }: Work): StateFile[] {
  if (record === null) return []
  return Object.values(stateFilePaths(record)).flatMap((path) => (path === null ? [] : [{ path, bytes: null }]))
}

/** Only files whose text differs from the one that is known are written. */
function changedFiles(
  known: (path: string) => string | null,
  texts: readonly (readonly [path: string, text: string | null])[],
  extra: readonly StateFile[],
): StateFile[] {
  const encoder = new TextEncoder()
  const files = [...new Map(texts)].flatMap(([path, text]): StateFile[] =>
    known(path) === text ? [] : [{ path, bytes: text === null ? null : encoder.encode(text) }],
  )
  return [...files, ...extra]
}
