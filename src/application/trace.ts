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
  /** How it waits for limits of GitHub's; as long as it takes where this is absent. */
  patience?: Patience | undefined
}

/** Of work that may be cancelled, and whose time doesn't go on while it waits for a limit of GitHub's. */
export interface Patience {
  /** Told to end, it waits no longer: a request that can't be sent soon is refused, and never sent. */
  signal?: AbortSignal
  /** Called when a request begins to wait; what it returns, when that doesn't wait any more. */
  wait: () => () => void
  /** The same for what others ask for, who may have to wait or not. */
  pause?: () => () => void
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

/** Does what several wait for: where one of them is cancelled, it goes on for the others. */
export function tracedForAll<T>(act: () => T): T {
  return tracedPart({ patience: undefined }, act)
}

/** What takes longer waits for a limit of GitHub's, most likely. */
const answeredMs = 2_000

/** Waits for what somebody else does, who may have to wait for GitHub. */
export async function patiently<T>(answer: Promise<T>): Promise<T> {
  const { patience } = currentTrace()
  if (patience === undefined) return await answer
  const goesOn = [patience.pause?.()]
  const timer = setTimeout(() => goesOn.push(patience.wait()), answeredMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    for (const goOn of goesOn) goOn?.()
  }
}
