/** What is tried again, and how long a call may take over it. */
export interface RetryPolicy {
  /** Tries after the first. */
  retries: number
  firstDelayMs: number
  /** Longest pause; a provider that asks for a longer one is given up at once. */
  longestDelayMs: number
  /** All pauses of a call together. */
  budgetMs: number
}

const retried: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529])

/** Whether another try may be answered otherwise. A used-up account has the status of one that is only asked too often. */
export function isRetried(status: number, body: string): boolean {
  return retried.has(status) && !/"(?:insufficient_quota|billing_hard_limit_reached)"/.test(body)
}

/** Milliseconds to wait before the next try; undefined where there is none. `random` is from 0 to 1. */
export function findDelay(
  { retries, firstDelayMs, longestDelayMs, budgetMs }: RetryPolicy,
  tried: { count: number; waitedMs: number; askedMs: number | undefined },
  random: number,
): number | undefined {
  if (tried.count > retries) return undefined
  const grown = Math.min(longestDelayMs, firstDelayMs * 2 ** (tried.count - 1))
  const delay = Math.round(Math.max(tried.askedMs ?? 0, grown * (0.5 + random / 2)))
  const isTooLong = delay > longestDelayMs || tried.waitedMs + delay > budgetMs
  return isTooLong ? undefined : delay
}

/** `Retry-After` (seconds or a date) and OpenAI's and Azure's own in milliseconds. */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, nowMs: number): number | undefined {
  const own = Number(headers['retry-after-ms'])
  if (Number.isFinite(own) && own >= 0 && headers['retry-after-ms'] !== undefined) return own
  const text = headers['retry-after']
  if (typeof text !== 'string') return undefined
  const seconds = Number(text)
  if (text.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
