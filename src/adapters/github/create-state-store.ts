import PQueue from 'p-queue'
import { chooseSession, nextSessionId } from '../../application/choose-session.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import type { LoadedWork, StateCommit, StateFile, StateStore } from '../../application/ports/state-store.ts'
import {
  findSessionChange,
  type SessionClock,
  sessionChangePaths,
  SessionPages,
} from '../../application/session-files.ts'
import { recordPath, replacedFiles, workFiles, workPaths } from '../../application/state-files.ts'
import type { Work } from '../../domain/work/work.ts'
import type { InstallationClient } from './installation-client.ts'
import { advanceKnown, type BranchMemory, type KnownState, knownText } from './known-state.ts'
import { readOpenIssues } from './read-open-issues.ts'
import { restoreStateBranch } from './restore-state-branch.ts'
import type { StateMac } from './state-mac.ts'
import { createStateReading } from './state-reading.ts'
import { writeState } from './write-state.ts'

/** The workflow branch through one GraphQL query to read and one mutation to write (design 3, decision 1). */
export function createStateStore(options: { client: InstallationClient; mac: StateMac } & SessionClock): StateStore {
  const memories = new Map<string, BranchMemory>()
  const snapshots = new WeakMap<LoadedWork, KnownState>()
  /** Writes to a branch one after the other: the second of two at once could only be refused. */
  const writing = new Map<string, PQueue>()
  const { client, mac } = options
  const reading = createStateReading(client, mac, memoryOf, options)

  function memoryOf({ key }: RepositoryRef): BranchMemory {
    const memory = memories.get(key) ?? { known: undefined, trusted: undefined, opening: undefined }
    memories.set(key, memory)
    return memory
  }

  async function writeNext(
    repository: RepositoryRef,
    seen: KnownState,
    before: Work,
    commit: StateCommit,
  ): Promise<'written' | 'conflict'> {
    const memory = memoryOf(repository)
    const current = memory.known
    if (current !== undefined && current.head !== seen.head) return 'conflict'
    const change = findSessionChange(before, commit.next)
    const changes = change === null ? [] : [change]
    await reading.readMissing(repository, seen, sessionChangePaths(changes))
    const pages = new SessionPages(knownText(seen), options)
    if (change !== null && !pages.record(change)) {
      memory.opening = nextSessionId(options.now(), [change.sessionId, memory.opening])
      return 'conflict'
    }
    const files = changedFiles(seen, commit.next, pages.files(), commit.files)
    const { op, lines } = commit
    const headline = `${commit.next.record?.id}: ${commit.headline}`
    try {
      const head = await writeState(client, mac, repository, { parent: seen.head, op, headline, lines, files })
      if (head !== null && current !== undefined && memory.known === current) {
        const absent = before.record === null ? absentFiles(commit.next) : []
        memory.known = advanceKnown(current, head, [...absent, ...files])
      } else memory.known = undefined
      if (head === null) return 'conflict'
      memory.trusted = { sha: head, since: options.now() }
      if (change?.isNew === true && change.sessionId === memory.opening) memory.opening = undefined
      return 'written'
    } catch (error) {
      memory.known = undefined
      throw error
    }
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
      if (work.record === null) memory.opening = chooseSession(knownText(known), options, memory.opening)
      const sessionId = work.record?.session_id ?? memory.opening ?? ''
      const { head, configuration, configurationFaults, defaultBranch } = known
      const loaded = { work, head, fresh: !usable, sessionId, configuration, configurationFaults, defaultBranch }
      snapshots.set(loaded, known)
      return loaded
    },

    async write(repository, loaded, commit) {
      const seen = snapshots.get(loaded)
      if (seen === undefined) throw new Error('only what this store has read can be written')
      const lane = writing.get(repository.key) ?? new PQueue({ concurrency: 1 })
      writing.set(repository.key, lane)
      return lane.add(() => writeNext(repository, seen, loaded.work, commit))
    },

    async readOpen(repository, issueNumber) {
      const known = memoryOf(repository).known ?? (await reading.lookAt(repository, issueNumber))
      return readOpenIssues(client, repository, known)
    },

    async restore(repository) {
      const memory = memoryOf(repository)
      memory.known = undefined
      const restored = await restoreStateBranch(client, mac, repository, memory.trusted?.sha)
      if (restored !== null) memory.trusted = { sha: restored.at, since: options.now() }
      return restored
    },

    forget(repository) {
      memoryOf(repository).known = undefined
    },
  }
}

/** Of an issue that is registered just now, files that aren't written aren't there. */
function absentFiles({ record }: Work): StateFile[] {
  if (record === null) return []
  return Object.values(workPaths(record)).flatMap((path) => (path === null ? [] : [{ path, bytes: null }]))
}

/** Only files whose text differs from the one at the head are written. */
function changedFiles(
  known: KnownState,
  next: Work,
  sessions: ReadonlyMap<string, string>,
  extra: readonly StateFile[],
): StateFile[] {
  const encode = (text: string) => new TextEncoder().encode(text)
  const all = new Map<string, string | null>([...replacedFiles(next), ...workFiles(next), ...sessions])
  const files: StateFile[] = []
  for (const [path, text] of all) {
    const old = known.texts.get(path) ?? null
    if (old !== text) files.push({ path, bytes: text === null ? null : encode(text) })
  }
  return [...files, ...extra]
}
