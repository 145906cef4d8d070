import type { Work } from '../../../domain/records/work.ts'
import type { WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import { readOpenSessions, type SessionClock, sessionIndexPath, sessionPaths } from '../session-files.ts'
import { parseRecord, parseWork, recordPath, stateFilePaths } from '../state-files.ts'
import { chooseSession } from '../choose-session.ts'
import { GatheredLooks } from './gathered-looks.ts'
import { assertStands } from './hold-branch.ts'
import { type BranchMemory, type KnownState, knownText } from './known-state.ts'
import { followExtends } from './follow-extends.ts'
import { rememberFiles } from './remember-files.ts'
import { takeConfiguration, type TakenConfiguration } from './take-configuration.ts'
import { TextBatch } from './text-batch.ts'

export interface StateReading {
  /**
   * The head, the configuration and the issue's record in one query, together with those of other issues that are asked
   * for meanwhile; the head is checked where it isn't known to be ours.
   */
  lookAt(repository: RepositoryRef, issueNumber: number): Promise<KnownState>
  /** Reads what isn't known of these files, in one query. */
  readMissing(repository: RepositoryRef, known: KnownState, paths: readonly (string | null)[]): Promise<void>
  loadWork(repository: RepositoryRef, known: KnownState, issueNumber: number): Promise<Work>
}

/**
 * Files of the session that a new issue would open, were one to be opened now: who commits into it has to know that there
 * are none, and needs no call for it then.
 */
function openingPaths(memory: BranchMemory, known: KnownState | undefined, clock: SessionClock): string[] {
  const read = known === undefined ? () => null : knownText(known)
  if (readOpenSessions(read).length > 0) return []
  memory.opening = chooseSession(read, clock, memory.opening)
  return Object.values(sessionPaths(memory.opening))
}

/** How the workflow branch is read: with a memory by head (design 3.1). */
export function createStateReading(
  branch: WorkflowBranch,
  memoryOf: (repository: RepositoryRef) => BranchMemory,
  clock: SessionClock,
): StateReading {
  const lastGood = new Map<string, TakenConfiguration>()
  const elsewhere = rememberFiles(branch, clock)
  const looks = new Map<string, GatheredLooks<KnownState>>()
  const batches = new WeakMap<KnownState['texts'], TextBatch>()

  async function readMissing(
    repository: RepositoryRef,
    { head, texts }: KnownState,
    paths: readonly (string | null)[],
  ): Promise<void> {
    if (head === null) return
    const batch = batches.get(texts) ?? new TextBatch(texts, (some) => branch.readTexts(repository, head, some))
    batches.set(texts, batch)
    await batch.load(paths.filter((path) => path !== null))
  }

  async function look(repository: RepositoryRef, issueNumbers: readonly number[]): Promise<KnownState> {
    const memory = memoryOf(repository)
    await memory.recall()
    // What this process writes while it waits for the answer is newer than the answer.
    const { known: before, trusted } = memory
    const seen = await branch.look(repository, [
      sessionIndexPath,
      ...issueNumbers.map(recordPath),
      ...openingPaths(memory, before, clock),
    ])
    const { head: commit, hasWork, repositoryId } = seen
    const early = new Map(seen.texts)
    const trustedMs = trusted === undefined ? 0 : clock.elapsedMs(trusted.since, clock.now())
    const isNoted = commit !== null && commit.sha !== trusted?.sha && (await memory.isNoted(commit.sha))
    const sight = { commit, hasWork, trusted, trustedMs, isNoted, repositoryId }
    if (commit === null) await assertStands(branch, repository, sight)
    else if (commit.sha !== trusted?.sha) {
      // A new issue needs the newest session: it is read while the head is checked, and dropped where that isn't ours.
      const someNew = issueNumbers.some((number) => early.get(recordPath(number)) === null)
      const newest = someNew ? readOpenSessions((path) => early.get(path) ?? null).at(-1) : undefined
      const sessions = newest === undefined ? [] : Object.values(sessionPaths(newest))
      const reading = sessions.length === 0 ? [] : branch.readTexts(repository, commit.sha, sessions)
      const [texts] = await Promise.all([reading, assertStands(branch, repository, sight)])
      for (const [path, text] of texts) early.set(path, text)
    }
    const own = seen.configuration
    const followed =
      own === null ? null : await followExtends(repository.key, own, (place) => elsewhere(repository, place))
    const configuration = takeConfiguration(repository.key, followed, lastGood)
    const head = commit?.sha ?? null
    const standing = memory.known
    const texts = standing !== undefined && standing.head === head ? standing.texts : new Map<string, string | null>()
    for (const [path, text] of early) texts.set(path, text)
    const defaultBranch = seen.defaultBranch ?? { name: 'main', sha: '' }
    const known: KnownState = { head, repositoryId, defaultBranch, configuration, texts }
    // Where it was written or forgotten in the meantime, this answer may be the older one.
    if (head !== null && memory.trusted === trusted && trusted?.sha !== head) {
      memory.trusted = { sha: head, since: clock.now() }
    }
    if (standing === before) memory.known = known
    return known
  }

  return {
    readMissing,

    lookAt(repository, issueNumber) {
      const gathered = looks.get(repository.key) ?? new GatheredLooks((numbers) => look(repository, numbers))
      looks.set(repository.key, gathered)
      return gathered.ask(issueNumber)
    },

    async loadWork(repository, known, issueNumber) {
      const path = recordPath(issueNumber)
      const text = known.texts.get(path) ?? null
      const record = text === null ? null : parseRecord(path, text)
      if (record === null) {
        // Which session it would go into; a registered issue's is not read (docs/decisions/0018).
        await readMissing(repository, known, [sessionIndexPath])
        const newest = readOpenSessions(knownText(known)).at(-1)
        if (newest !== undefined) await readMissing(repository, known, Object.values(sessionPaths(newest)))
        return { record, plan: null, execution: null, loop: null }
      }
      // The loop's tasks are never parsed, but a file whose text isn't known would count as changed.
      await readMissing(repository, known, Object.values(stateFilePaths(record)))
      return { record, ...parseWork(record, knownText(known)) }
    },
  }
}
