import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf something is done; it goes into every line of the log and every request. */
export interface Trace {
  /** `owner/name#7`. */
  issue?: string
  /** Ids of the webhooks that led to it. */
  deliveries?: readonly string[]
  /** Operation in the outbox, several with blanks between where they share a request, or a commit's own. */
  op?: string
  /** Nobody waits for what is done in the background: it comes last where GitHub's budget runs out. */
  urgency?: 'people' | 'background'
}

const storage = new AsyncLocalStorage<Trace>()

/** Does something on behalf of this alone, whoever set it going. */
export function traced<T>(trace: Trace, act: () => T): T {
  return storage.run(trace, act)
}

/** Does a part of what is traced already. */
export function tracedPart<T>(more: Trace, act: () => T): T {
  return storage.run({ ...storage.getStore(), ...more }, act)
}

/** What holds here; empty outside of everything. */
export function currentTrace(): Trace {
  return storage.getStore() ?? {}
}
