/** Readers for request bodies, whose shape the OpenAPI description has already checked. */

/** A text, or undefined for anything else; numbers are taken as GitHub takes them. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value

  return typeof value === 'number' ? String(value) : undefined
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Texts of a list whose items are texts or objects with that text under `key`. */
export function namesOf(value: unknown, key: string): string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? textOf(recordOf(item)[key]) ?? [])
}
