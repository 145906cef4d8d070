import type { z } from 'zod'

/** Texts of one kind that are remembered, over all issues. */
const maxTexts = 100
/** A larger one is rare: with these two some tens of megabytes are kept at most. */
const maxLength = 64 * 1024

const parsedBy = new WeakMap<z.ZodType, Map<string, unknown>>()

/**
 * What a text came to when it was parsed the last time, or what `parse` makes of it now. It is frozen, as others get it
 * too. A decision reads the same state several times: an event comes alone, its effects and their confirmations after it.
 */
export function rememberParsed<T>(schema: z.ZodType<T>, text: string, parse: () => T): T {
  if (text.length > maxLength) return parse()
  const known = parsedBy.get(schema) ?? new Map<string, unknown>()
  parsedBy.set(schema, known)
  const value = known.has(text) ? (known.get(text) as T) : freeze(parse())
  // Those that were asked for last stand last.
  known.delete(text)
  known.set(text, value)
  const [oldest] = known.size > maxTexts ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  return value
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}
