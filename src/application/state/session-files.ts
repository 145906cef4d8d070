import type { z } from 'zod'
import { recordShare } from '../../domain/session/record-share.ts'
import type { SessionAct } from '../../domain/records/session/session-act.ts'
import { type SessionShare, sessionShare } from '../../domain/session/session-share.ts'
import { openSession, type Session, takesNewIssues } from '../../domain/session/session.ts'
import {
  SessionHistorySchema,
  SessionIndexSchema,
  SessionStateSchema,
} from '../../domain/records/session/session-state.ts'
import type { Work } from '../../domain/records/work.ts'
import { parseStateText, stateText } from './state-files.ts'

export const sessionsDir = '.workflow/.scratchpad'
/** Ids of the sessions that aren't complete (docs/decisions/0018). */
export const sessionIndexPath = '.workflow/sessions.json'

export function sessionPaths(sessionId: string): { state: string; history: string } {
  return { state: `${sessionsDir}/${sessionId}/state.json`, history: `${sessionsDir}/${sessionId}/state-history.json` }
}

/** What one issue's commit says to its session. */
export interface SessionChange {
  sessionId: string
  share: SessionShare
  acts: readonly SessionAct[]
  /** The issue is registered by this commit. */
  isNew: boolean
}

/** Null where the session reads the same before and after: then nobody reads or writes it (docs/decisions/0018). */
export function findSessionChange(before: Work, next: Work): SessionChange | null {
  const share = sessionShare(next)
  if (share === null || next.record === null) return null
  const acts = next.acts ?? []
  const same = JSON.stringify(sessionShare(before)) === JSON.stringify(share)
  if (same && acts.length === 0) return null
  return { sessionId: next.record.session_id, share, acts, isNew: before.record === null }
}

/** The files that have to be known before changes can be recorded. */
export function sessionChangePaths(changes: readonly SessionChange[]): string[] {
  if (changes.length === 0) return []
  const ids = new Set(changes.map((change) => change.sessionId))
  return [sessionIndexPath, ...[...ids].flatMap((id) => Object.values(sessionPaths(id)))]
}

/** Text of a file as the head has it; null where there is none. */
export type ReadText = (path: string) => string | null

export interface SessionClock {
  now: () => string
  elapsedMs: (from: string, to: string) => number
}

/** Sessions as they are left by the commits that are recorded into them, one after the other. */
export class SessionPages {
  readonly #read: ReadText
  readonly #clock: SessionClock
  readonly #sessions = new Map<string, Session>()

  constructor(read: ReadText, clock: SessionClock) {
    this.#read = read
    this.#clock = clock
  }

  /** False where the session takes no new issue any more: nothing was recorded, another one has to be chosen. */
  record(change: SessionChange): boolean {
    const { sessionId, share, acts, isNew } = change
    const at = this.#clock.now()
    const session = this.#sessions.get(sessionId) ?? findSession(this.#read, sessionId) ?? openSession(sessionId, at)
    if (isNew && !takesNewIssues(session, this.#clock.elapsedMs(session.state.created_at, at))) return false
    this.#sessions.set(sessionId, recordShare(session, share, acts, at))
    return true
  }

  /** All files of what was recorded, whether they changed or not; each is valid under its schema. */
  files(): Map<string, string> {
    const files = new Map<string, string>()
    if (this.#sessions.size === 0) return files
    const put = <T>(path: string, schema: z.ZodType<T>, value: T) => files.set(path, stateText(path, schema, value))
    const open = new Set(readOpenSessions(this.#read))
    for (const { id, state, history } of this.#sessions.values()) {
      if (state.status === 'completed') open.delete(id)
      else open.add(id)
      const paths = sessionPaths(id)
      put(paths.state, SessionStateSchema, state)
      put(paths.history, SessionHistorySchema, history)
    }
    put(sessionIndexPath, SessionIndexSchema, { schema_version: 1, open: [...open].toSorted() })
    return files
  }
}

/** Ids of the sessions that aren't complete, oldest first. */
export function readOpenSessions(read: ReadText): string[] {
  const text = read(sessionIndexPath)
  return text === null ? [] : parseStateText(sessionIndexPath, SessionIndexSchema, text).open
}

/** Throws `state_corrupt` where its files don't parse, or break their schema (spec 001 §4). */
export function findSession(read: ReadText, id: string): Session | undefined {
  const paths = sessionPaths(id)
  const state = read(paths.state)
  if (state === null) return undefined
  const history = read(paths.history)
  return {
    id,
    state: parseStateText(paths.state, SessionStateSchema, state),
    history: history === null ? [] : parseStateText(paths.history, SessionHistorySchema, history),
  }
}
