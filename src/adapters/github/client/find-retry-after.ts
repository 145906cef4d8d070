/** The parts of an answer that tell of limits. */
export interface LimitedAnswer {
  status: number
  headers: Record<string, string | undefined>
  data: unknown
}

/**
 * Whether GitHub asks to be left alone, and for how many milliseconds: `retry-after`, else until the limit's reset, else
 * null, it doesn't say (design 4.2). Undefined for every other answer.
 */
export function findRetryAfterMs({ status, headers, data }: LimitedAnswer, nowMs: number): number | null | undefined {
  const refused = status === 403 || status === 429 || isLimitedQuery(status, data)
  if (!refused) return undefined
  const after = Number(headers['retry-after'])
  if (after > 0) return after * 1000
  if (headers['x-ratelimit-remaining'] === '0')
    return Math.max(Number(headers['x-ratelimit-reset']) * 1000 - nowMs, 1000)
  return status === 403 && !/rate limit/i.test(messageOf(data)) ? undefined : null
}

/** GitHub has used both. */
const limitTypes: ReadonlySet<unknown> = new Set(['RATE_LIMITED', 'RATE_LIMIT'])

/** GraphQL refuses with status 200; where there is data too, something was done, so that isn't sent again. */
function isLimitedQuery(status: number, answer: unknown): boolean {
  if (status !== 200 || typeof answer !== 'object' || answer === null || !('errors' in answer)) return false
  if ('data' in answer && hasSome(answer.data)) return false
  const errors = Array.isArray(answer.errors) ? (answer.errors as unknown[]) : []
  return errors.some((error) => limitTypes.has(typeOf(error)) || /secondary rate limit/i.test(messageOf(error)))
}

/** GitHub's refusal of too much new content by one author, of which no type and no header tells: minutes later it may. */
export function isTooSoon(message: string): boolean {
  return /\bwas submitted too quickly\b/i.test(message)
}

function hasSome(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some((field) => field !== null)
}

function typeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
}

function messageOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'message' in data ? String(data.message) : ''
}
