import { sessionIdAt, sessionOpenedAt, takesNewIssues } from '../../domain/session/session.ts'
import { findSession, readOpenSessions, type ReadText, type SessionClock } from './session-files.ts'

/** New issues that come within that time of each other get the same id, though nothing was written yet. */
const openingMs = 60_000

/**
 * Which session a new issue goes into: the newest open one while it takes new issues, else one that isn't there yet.
 * `opening` is the last one that was chosen in this way: issues that come at once go into one session.
 */
export function chooseSession(read: ReadText, clock: SessionClock, opening: string | undefined): string {
  const now = clock.now()
  const newest = readOpenSessions(read).at(-1)
  const session = newest === undefined ? undefined : findSession(read, newest)
  if (session !== undefined && takesNewIssues(session, clock.elapsedMs(session.state.created_at, now))) {
    return session.id
  }
  const isFresh = opening !== undefined && clock.elapsedMs(sessionOpenedAt(opening), now) < openingMs
  if (isFresh && (newest === undefined || opening > newest)) return opening
  return nextSessionId(now, [newest, opening])
}

/** Ids are whole seconds: a second one within a second takes the next, so that no session is opened over another. */
export function nextSessionId(now: string, taken: readonly (string | undefined)[]): string {
  const newest = taken.reduce<string>((a, b) => (b !== undefined && b > a ? b : a), '')
  const id = sessionIdAt(now)
  if (id > newest) return id
  return sessionIdAt(new Date(Date.parse(sessionOpenedAt(newest)) + 1_000).toISOString())
}
