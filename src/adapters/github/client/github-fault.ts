import { isTooSoon } from './find-retry-after.ts'
import { isFromGitHub } from './is-from-github.ts'
import { CountersignFault, type FaultCode } from '../../../application/fault.ts'
import type { Obstacle } from '../../../domain/rules/obstacle.ts'
import { explainObstacle } from '../../../domain/rules/explain-obstacle.ts'
import { readObstacle } from '../../../domain/rules/read-obstacle.ts'

/** A fault of a call to GitHub. */
export class GitHubFault extends CountersignFault {
  readonly status: number | null

  constructor(
    code: FaultCode,
    message: string,
    details: string,
    options: { status?: number; cause?: unknown; obstacle?: Obstacle } = {},
  ) {
    super(code, message, details, options.cause, options.obstacle)
    this.status = options.status ?? null
  }
}

export function statusOf(error: unknown): number | null {
  if (error instanceof GitHubFault) return error.status
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number')
    return error.status
  return null
}

const proxyRefusals: readonly (number | null)[] = [401, 403, 429]

/** Whether something on the way to GitHub refused it: it may pass, and the request may have been done. */
export function isFromProxy(error: unknown): boolean {
  if (!proxyRefusals.includes(statusOf(error)) || !(error instanceof Error) || !('response' in error)) return false
  const { headers } = error.response as { headers?: Record<string, unknown> }
  return headers !== undefined && !isFromGitHub(headers)
}

/**
 * Server errors, rate limits, broken connections and refusals of a proxy may pass; anything else GitHub has refused for
 * good.
 */
export function toGitHubFault(error: unknown, what: string): CountersignFault {
  if (error instanceof CountersignFault) return error
  const status = statusOf(error)
  const message = wordsOf(error, status)
  const isLimit = status === 429 || (status === 403 && /rate limit/i.test(message)) || isTooSoon(message)
  const passes = status === null || status >= 500 || isLimit || isFromProxy(error)
  const options = status === null ? { cause: error } : { status, cause: error }
  const obstacle = passes ? null : readObstacle(message)
  if (obstacle !== null) return ruleFault(what, obstacle, options)
  return new GitHubFault(
    passes ? 'github_unavailable' : 'github_refused',
    `${what}: ${message}`,
    status === null ? '' : `status ${status}`,
    options,
  )
}

/** What a rule forbids, or how the repository is: told with what to change, and tried again once that changed. */
export function ruleFault(
  what: string,
  obstacle: Obstacle,
  options: { status?: number; cause?: unknown } = {},
): GitHubFault {
  return new GitHubFault('github_rule', `${what}: ${explainObstacle(obstacle)}`, '', { ...options, obstacle })
}

/** Runs a call and turns what it throws into one of our faults. */
export async function call<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw toGitHubFault(error, what)
  }
}

/** What people read. GitHub's front end answers with a whole page where what is behind it doesn't. */
function wordsOf(error: unknown, status: number | null): string {
  const text = error instanceof Error ? error.message : String(error)
  return /^\s*<(?:!doctype|html)/i.test(text) ? `GitHub answered ${status ?? 'with a page'}` : text
}
