import PQueue from 'p-queue'
import type { Configuration } from '../../domain/configuration.ts'
import type { Session, Work } from '../../domain/work/work.ts'
import { openSession } from '../../domain/work/project-session.ts'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import type { LoadedWork, StateCommit, StateFile, StateStore } from '../../application/ports/state-store.ts'
import {
  parseRecord,
  parseSession,
  parseWork,
  recordPath,
  sessionPaths,
  sessionsDir,
  replacedFiles,
  workFiles,
  workPaths,
} from '../../application/state-files.ts'
import type { InstallationClient } from './installation-client.ts'
import { assertOurHead } from './check-head.ts'
import { readConfiguration } from './read-configuration.ts'
import { blobText, readHead, readTexts } from './read-state.ts'
import type { StateMac } from './state-mac.ts'
import { writeState } from './write-state.ts'

const maxSessionIssues = 50
const maxSessionMs = 24 * 3_600_000
/** Files of a repository that are kept in memory, newest last: those of some hundred issues. */
const maxTexts = 600

/** What is known of a repository at one head of its workflow branch; a file not in `texts` has not been read. */
interface Known {
  head: string | null
  defaultBranch: { name: string; sha: string }
  configuration: Configuration
  configurationFaults: LoadedWork['configurationFaults']
  /** Newest session's id; null before the first. */
  sessionId: string | null
  texts: Map<string, string | null>
}

/**
 * The workflow branch through one GraphQL query to read and one mutation to write, with a cache by head (design 3,
 * decision 1). Texts are shared by what was read at one head and never by two heads: a read that is still under way
 * at the old head can't spoil what was written since.
 */
export function createStateStore(options: {
  client: InstallationClient
  mac: StateMac
  now: () => string
  elapsedMs: (from: string, to: string) => number
}): StateStore {
  const cache = new Map<string, Known>()
  const lastGood = new Map<string, Configuration>()
  /** Heads that this process wrote or has checked. */
  const trusted = new Map<string, string>()
  const snapshots = new WeakMap<LoadedWork, Known>()
  /** Writes to a branch one after the other: the second of two at once could only be refused. */
  const writing = new Map<string, PQueue>()
  const { client, mac } = options

  async function lookAt(repository: RepositoryRef, issueNumber: number): Promise<Known> {
    const path = recordPath(issueNumber)
    const before = cache.get(repository.key)
    const answer = await readHead(client, repository, path, sessionsDir)
    const commit = answer.head?.target
    const names = answer.sessions?.entries?.map((entry) => entry.name).toSorted() ?? []
    const early = new Map<string, string | null>()
    if (commit !== undefined && commit.oid !== trusted.get(repository.key)) {
      // A new issue needs the newest session: it is read while the head is checked, and dropped where that isn't ours.
      const session = answer.record === null ? names.at(-1) : undefined
      const paths = session === undefined ? [] : Object.values(sessionPaths(session))
      const reading = readTexts(client, repository, commit.oid, paths)
      const [texts] = await Promise.all([reading, assertOurHead(client, mac, repository, commit)])
      for (const [path, text] of texts) early.set(path, text)
      trusted.set(repository.key, commit.oid)
    }
    const head = commit?.oid ?? null
    const record = await blobText(client, repository, answer.record)
    const config = await readConfiguration(client, repository, answer, lastGood)
    const branch = answer.defaultBranchRef
    const standing = cache.get(repository.key)
    const texts = standing !== undefined && standing.head === head ? standing.texts : new Map<string, string | null>()
    for (const [one, text] of [...early, [path, record] as const]) texts.set(one, text)
    const known: Known = {
      head,
      defaultBranch: { name: branch?.name ?? 'main', sha: branch?.target.oid ?? '' },
      ...config,
      sessionId: names.at(-1) ?? null,
      texts,
    }
    // Where it was written or forgotten in the meantime, this answer may be the older one.
    if (standing === before) cache.set(repository.key, known)
    return known
  }

  async function readMissing(
    repository: RepositoryRef,
    known: Known,
    paths: readonly (string | null)[],
  ): Promise<void> {
    const missing = paths.filter((path): path is string => path !== null && !known.texts.has(path))
    if (known.head === null || missing.length === 0) return
    for (const [path, text] of await readTexts(client, repository, known.head, missing)) known.texts.set(path, text)
  }

  async function loadWork(repository: RepositoryRef, known: Known, issueNumber: number): Promise<Work> {
    const path = recordPath(issueNumber)
    const text = known.texts.get(path) ?? null
    const record = text === null ? null : parseRecord(path, text)
    const sessionId = record?.session_id ?? known.sessionId
    const session = sessionId === null ? null : sessionPaths(sessionId)
    const paths = record === null ? null : workPaths(record)
    await readMissing(repository, known, [
      session?.state ?? null,
      session?.history ?? null,
      paths?.plan ?? null,
      paths?.execution ?? null,
      paths?.loop ?? null,
      // Never parsed, but a file whose text isn't known would count as changed.
      paths?.loopTasks ?? null,
    ])
    const parts =
      record === null
        ? { plan: null, execution: null, loop: null }
        : parseWork(record, (one) => known.texts.get(one) ?? null)
    return { record, ...parts, session: pickSession(known, sessionId, record === null) }
  }

  /** The issue's own session, or for a new issue the newest unless it is full or a day old (design 2 "Session"). */
  function pickSession(known: Known, sessionId: string | null, isNew: boolean): Session {
    const now = options.now()
    const paths = sessionId === null ? null : sessionPaths(sessionId)
    const state = paths === null ? null : (known.texts.get(paths.state) ?? null)
    if (sessionId === null || paths === null || state === null) return openSession(sessionIdAt(now), now)
    const session = parseSession(sessionId, state, known.texts.get(paths.history) ?? null)
    const full =
      Object.keys(session.state.issues).length >= maxSessionIssues ||
      options.elapsedMs(session.state.created_at, now) >= maxSessionMs
    return isNew && full ? openSession(sessionIdAt(now), now) : session
  }

  async function writeNext(
    repository: RepositoryRef,
    seen: Known,
    before: Work,
    commit: StateCommit,
  ): Promise<'written' | 'conflict'> {
    const current = cache.get(repository.key)
    if (current !== undefined && current.head !== seen.head) return 'conflict'
    const files = changedFiles(seen, commit.next, commit.files)
    const { op, lines } = commit
    const headline = `${commit.next.record?.id}: ${commit.headline}`
    try {
      const head = await writeState(client, mac, repository, { parent: seen.head, op, headline, lines, files })
      const stands = head !== null && current !== undefined && cache.get(repository.key) === current
      if (stands) {
        const absent = before.record === null ? absentFiles(commit.next) : []
        cache.set(repository.key, advance(current, head, [...absent, ...files], commit.next.session.id))
      } else cache.delete(repository.key)
      if (head === null) return 'conflict'
      trusted.set(repository.key, head)
      return 'written'
    } catch (error) {
      cache.delete(repository.key)
      throw error
    }
  }

  return {
    async read(repository, issueNumber, how) {
      const cached = how === 'cached' ? cache.get(repository.key) : undefined
      const usable = cached !== undefined && (cached.head === null || cached.texts.has(recordPath(issueNumber)))
      const known = usable ? cached : await lookAt(repository, issueNumber)
      const work = await loadWork(repository, known, issueNumber)
      const { head, configuration, configurationFaults, defaultBranch } = known
      const loaded = { work, head, fresh: !usable, configuration, configurationFaults, defaultBranch }
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

    forget(repository) {
      cache.delete(repository.key)
    },
  }
}

/** Of an issue that is registered just now, files that aren't written aren't there. */
function absentFiles({ record }: Work): StateFile[] {
  if (record === null) return []
  return Object.values(workPaths(record)).flatMap((path) => (path === null ? [] : [{ path, bytes: null }]))
}

/** What is known after a commit of ours. */
function advance(known: Known, head: string, files: readonly StateFile[], sessionId: string): Known {
  const texts = new Map([...known.texts].slice(-maxTexts))
  for (const file of files) {
    if (!isJson(file.path)) continue
    texts.delete(file.path)
    texts.set(file.path, file.bytes === null ? null : new TextDecoder().decode(file.bytes))
  }
  return { ...known, head, texts, sessionId: newestSession(known.sessionId, sessionId) }
}

function newestSession(a: string | null, b: string): string {
  return a !== null && a > b ? a : b
}

function isJson(path: string): boolean {
  return path.endsWith('.json') || path.endsWith('.jsonl')
}

/** `codex-issue-20261121T031200Z` (design 2 "Session"). */
function sessionIdAt(now: string): string {
  return `codex-issue-${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Only files whose text differs from the one at the head are written. */
function changedFiles(known: Known, next: Work, extra: readonly StateFile[]): StateFile[] {
  const encode = (text: string) => new TextEncoder().encode(text)
  const all = new Map<string, string | null>([...replacedFiles(next), ...workFiles(next)])
  const files: StateFile[] = []
  for (const [path, text] of all) {
    const old = known.texts.get(path) ?? null
    if (old !== text) files.push({ path, bytes: text === null ? null : encode(text) })
  }
  return [...files, ...extra]
}
