import { GitHubError, type Actor } from '../handler/route.ts'

export type RateResource = 'core' | 'graphql'

export interface RateState {
  limit: number
  used: number
  remaining: number
  /** Epoch seconds at which the window ends. */
  reset: number
}

const windowMs = 3_600_000

/** Counts requests in windows of an hour for each account and resource, as GitHub does for installations and people. */
export class RateLimits {
  readonly #limit: number
  readonly #windows = new Map<string, { startedMs: number; used: number }>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Looks without counting. */
  read(actor: Actor, resource: RateResource, now: Date): RateState {
    return this.#state(this.#window(actor, resource, now))
  }

  /** Counts one request; undefined when there was none left. */
  take(actor: Actor, resource: RateResource, now: Date): RateState | undefined {
    const window = this.#window(actor, resource, now)
    if (window.used >= this.#limit) return undefined
    window.used += 1

    return this.#state(window)
  }

  #window(actor: Actor, resource: RateResource, now: Date) {
    const key = `${resource} ${accountOf(actor)}`
    let window = this.#windows.get(key)
    if (window === undefined || now.getTime() >= window.startedMs + windowMs) {
      window = { startedMs: now.getTime(), used: 0 }
      this.#windows.set(key, window)
    }

    return window
  }

  #state(window: { startedMs: number; used: number }): RateState {
    const reset = Math.ceil((window.startedMs + windowMs) / 1000)
    return { limit: this.#limit, used: window.used, remaining: this.#limit - window.used, reset }
  }
}

export function renderRateHeaders(state: RateState, resource: RateResource): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.reset),
    'x-ratelimit-used': String(state.used),
    'x-ratelimit-resource': resource,
  }
}

/** Whose requests are counted together: each installation of an App has limits of its own. */
export function accountOf(actor: Actor): string {
  return actor.kind === 'installation' ? `${identify(actor)} ${actor.installation.id}` : identify(actor)
}

/** Short name of whoever calls, also used in the request log and in refusals. */
export function identify(actor: Actor): string {
  switch (actor.kind) {
    case 'person':
      return actor.user.login
    case 'installation':
      return actor.user.login
    case 'app':
      return 'app'
    case 'anonymous':
      return 'anonymous'
  }
}

/** GitHub's answer when the hour's requests are used up. */
export class RateLimitError extends GitHubError {
  readonly headers: Record<string, string>

  constructor(state: RateState, resource: RateResource, who: string, now: Date) {
    super(403, `API rate limit exceeded for ${who}.`)
    const seconds = Math.max(1, state.reset - Math.floor(now.getTime() / 1000))
    this.headers = { ...renderRateHeaders(state, resource), 'retry-after': String(seconds) }
  }
}
