import { recordText } from '../../../domain/language/message.ts'
import { chooseSession } from '../choose-session.ts'
import { CountersignFault } from '../../fault.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { KnownHeads } from '../../ports/state/known-heads.ts'
import type { WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import type { LoadedWork, StateStore } from '../../ports/state/state-store.ts'
import type { SessionClock } from '../session-files.ts'
import { recordPath } from '../state-files.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import type { Work } from '../../../domain/records/work.ts'
import { type BranchMemory, createBranchMemory, type KnownState, knownText } from './known-state.ts'
import { readOpenIssues } from './read-open-issues.ts'
import { restoreBranch } from './restore-branch.ts'
import { createStateReading } from './state-reading.ts'
import { StateWriting } from './state-writing.ts'

export interface StateStoreOptions extends SessionClock {
  branch: WorkflowBranch
  /** Between tries on a branch that others move. */
  wait: (ms: number) => Promise<unknown>
  /** 0 to 1: how long of it. */
  random: () => number
  /** Repositories whose files are kept in memory: those that were worked on last. Any other is read anew, with one call more. */
  maxKnown?: number
  /** Where heads are remembered over restarts; nowhere unless told. */
  heads?: KnownHeads | null
}

const defaultMaxKnown = 100

/**
 * State of issues on the workflow branch: what is kept of a head, which session an issue goes into, what is written
 * together and tried again (design 3.1, docs/decisions/0020). The branch itself only looks and commits.
 */
export function createStateStore(options: StateStoreOptions): StateStore {
  const memories = new Map<string, BranchMemory>()
  /** Newest last. */
  const recent = new Set<string>()
  const snapshots = new WeakMap<LoadedWork, KnownState>()
  const { branch, now, elapsedMs, wait, random } = options
  const { maxKnown = defaultMaxKnown, heads = null } = options
  const clock = { now, elapsedMs }
  const reading = createStateReading(branch, memoryOf, clock)
  const writing = new StateWriting({ branch, reading, memoryOf, clock, wait, random })

  function memoryOf({ key }: RepositoryRef): BranchMemory {
    const memory = memories.get(key) ?? createBranchMemory(key, heads)
    memories.set(key, memory)
    recent.delete(key)
    const [oldest] = recent.add(key)
    if (recent.size > maxKnown && oldest !== undefined) {
      recent.delete(oldest)
      const former = memories.get(oldest)
      // The head that was trusted stays: it is small, and tells a branch that was moved back.
      if (former !== undefined) former.known = undefined
    }
    return memory
  }

  return {
    async read(repository, issueNumber, how) {
      const memory = memoryOf(repository)
      const cached = how === 'cached' ? memory.known : undefined
      const usable = cached !== undefined && (cached.head === null || cached.texts.has(recordPath(issueNumber)))
      const known = usable ? cached : await reading.lookAt(repository, issueNumber)
      const work = await reading.loadWork(repository, known, issueNumber).catch((error: unknown) => {
        // Whoever mends it moves the branch back behind it, and may.
        if (error instanceof CountersignFault && error.code === 'state_corrupt') memory.trusted = undefined
        throw error
      })
      if (work.record !== null && (work.record.repository_id ?? known.repositoryId) !== known.repositoryId)
        throw notOurs(repository, work.record)
      if (work.record === null) memory.opening = chooseSession(knownText(known), clock, memory.opening)
      const sessionId = work.record?.session_id ?? memory.opening ?? ''
      const { head, defaultBranch } = known
      const { configuration, configurationFaults } = known.configuration
      const loaded = { work, head, fresh: !usable, sessionId, configuration, configurationFaults, defaultBranch }
      snapshots.set(loaded, known)
      return loaded
    },

    async write(repository, loaded, commit) {
      const seen = snapshots.get(loaded)
      if (seen === undefined) throw new Error('only what this store has read can be written')
      return writing.write(repository, seen, loaded.work, { ...commit, next: named(commit.next, seen.repositoryId) })
    },

    async readOpen(repository, issueNumber) {
      const known = memoryOf(repository).known ?? (await reading.lookAt(repository, issueNumber))
      return readOpenIssues(branch, repository, known)
    },

    async readConfiguration(repository, issueNumber) {
      const { configurationFaults, layers } = (await reading.lookAt(repository, issueNumber)).configuration
      return { layers, faults: configurationFaults }
    },

    async restore(repository, before) {
      const memory = memoryOf(repository)
      memory.known = undefined
      await memory.recall()
      const restored = await restoreBranch(branch, repository, { known: memory.trusted?.sha, before })
      if (restored !== null) memory.trusted = { sha: restored.at, since: now() }
      return restored
    },

    forget(repository) {
      memoryOf(repository).known = undefined
    },
  }
}

/** A record says which repository it is of from the first time it is written. */
function named(work: Work, repositoryId: number): Work {
  if (work.record === null || work.record.repository_id === repositoryId) return work
  return { ...work, record: { ...work.record, repository_id: repositoryId } }
}

function notOurs({ key }: RepositoryRef, record: IssRecord): CountersignFault {
  return new CountersignFault(
    'on_hold',
    recordText('the record of {id} is of another repository (GitHub’s id {number}) than {repository}', {
      id: record.id,
      number: String(record.repository_id),
      repository: key,
    }),
    recordText(
      'Where the workflow branch was brought here from elsewhere, delete all branches below `countersign/`: work starts afresh then.',
    ),
  )
}
