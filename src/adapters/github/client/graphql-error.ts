import { readObstacle } from '../../../domain/rules/read-obstacle.ts'
import { isTooSoon } from './find-retry-after.ts'

/** One entry of a GraphQL answer's `errors`, as far as it is looked at. */
export interface GraphQlError {
  type?: string | null
  path?: readonly (string | number)[] | null
  message: string
  locations?: unknown
  extensions?: Readonly<Record<string, unknown>> | null
}

/** Types that say nothing against what was asked for. All others do, also those that GitHub adds some day. */
const passing: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'RATE_LIMIT',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
  'RESOURCE_LIMITS_EXCEEDED',
])

/** What GitHub says without a type of what may pass; all else without one is a refusal. */
const trouble =
  /something went wrong|time(?:d )?-?out|try again|temporar|unavailable|couldn't respond|no server|loading/i

/**
 * Whether the same request would meet the same error tomorrow. GitHub gives a type to most of what it refuses, and none to
 * "Something went wrong while executing your query", which may pass. Without a type are also refusals by rules, and mistakes
 * of the document and of its variables: those carry `extensions` (`undefinedField`, `argumentLiteralsIncompatible`, the
 * problems of a variable), and where it doesn't even parse a place in the text and none in the answer.
 */
export function isLasting(error: GraphQlError): boolean {
  if (isTooSoon(error.message)) return false
  if (error.type != null) return !passing.has(error.type)
  const isMistake = error.extensions != null && Object.keys(error.extensions).length > 0
  if (isMistake || readObstacle(error.message) !== null) return true
  return !trouble.test(error.message)
}
