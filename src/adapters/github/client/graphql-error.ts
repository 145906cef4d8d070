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

/**
 * Whether the same request would meet the same error tomorrow. GitHub gives a type to what it refuses, and none to
 * "Something went wrong while executing your query", which may pass. Without a type are also mistakes of the document and
 * of its variables: they carry `extensions` (`undefinedField`, `argumentLiteralsIncompatible`, the problems of a variable),
 * and where it doesn't even parse a place in the text and none in the answer.
 */
export function isLasting(error: GraphQlError): boolean {
  if (isTooSoon(error.message)) return false
  if (error.type != null) return !passing.has(error.type)
  const isMistake = error.extensions != null && Object.keys(error.extensions).length > 0
  return isMistake || (error.locations != null && error.path == null)
}
