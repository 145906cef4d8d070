import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedInUser } from '../../../adapters/github/user/create-user-access.ts'

/** One browser of a person who signed in. */
export interface DashboardSession {
  user: SignedInUser
  /** Goes with every form. */
  formToken: string
}

/** A sign-in under way: GitHub gives `state` back, `verifier` shows that it was asked from here. */
export interface StartedSignIn {
  state: string
  verifier: string
  challenge: string
  /** Where the person wanted to go. */
  next: string
}

const idleMs = 60 * 60 * 1_000
const longestMs = 8 * 60 * 60 * 1_000
const signInMs = 10 * 60 * 1_000
/** The oldest goes where somebody opens more. */
const mostSessions = 2_000

interface Kept<T> {
  value: T
  since: number
  used: number
}

/** In memory alone, by what the browser's cookie says: a server that was restarted asks people to sign in again. */
export class Sessions {
  readonly #sessions = new Map<string, Kept<DashboardSession>>()
  readonly #signIns = new Map<string, Kept<StartedSignIn>>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** The cookie of a new session. */
  open(user: SignedInUser): string {
    return this.#keep(this.#sessions, { user, formToken: secret() })
  }

  find(cookie: string | undefined): DashboardSession | undefined {
    const kept = this.#find(this.#sessions, cookie, idleMs, longestMs)
    if (kept !== undefined) kept.used = this.#nowMs()
    return kept?.value
  }

  /** Whether it is still open; that it is asked is no visit. */
  isOpen(cookie: string | undefined): boolean {
    return this.#find(this.#sessions, cookie, idleMs, longestMs) !== undefined
  }

  end(cookie: string | undefined): void {
    if (cookie !== undefined) this.#sessions.delete(digest(cookie))
  }

  /** The cookie that binds a sign-in to the browser that began it. */
  begin(next: string): { cookie: string; signIn: StartedSignIn } {
    const verifier = secret()
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const signIn = { state: secret(), verifier, challenge, next }
    return { cookie: this.#keep(this.#signIns, signIn), signIn }
  }

  /** Once: a second answer to the same sign-in finds nothing. */
  take(cookie: string | undefined, state: string): StartedSignIn | undefined {
    const kept = this.#find(this.#signIns, cookie, signInMs, signInMs)
    if (cookie !== undefined) this.#signIns.delete(digest(cookie))
    return kept !== undefined && isSameText(kept.value.state, state) ? kept.value : undefined
  }

  #keep<T>(place: Map<string, Kept<T>>, value: T): string {
    const cookie = secret()
    const now = this.#nowMs()
    place.set(digest(cookie), { value, since: now, used: now })
    const [oldest] = place.size > mostSessions ? place.keys() : []
    if (oldest !== undefined) place.delete(oldest)
    return cookie
  }

  #find<T>(
    place: Map<string, Kept<T>>,
    cookie: string | undefined,
    idle: number,
    longest: number,
  ): Kept<T> | undefined {
    if (cookie === undefined) return undefined
    const key = digest(cookie)
    const kept = place.get(key)
    const now = this.#nowMs()
    if (kept === undefined || (now - kept.used < idle && now - kept.since < longest)) return kept
    place.delete(key)
    return undefined
  }
}

/** Of one length, whatever the texts are: how long the comparison takes says nothing. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)))
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
