import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

export interface UnknownKey {
  path: PropertyKey[]
  /** The known key it is nearest to, if it is near any. */
  suggestion: string | null
}

/** Keys of a value that its schema doesn't know, at any depth: schemas that strip them would hide a slip of the pen. */
export function findUnknownKeys(schema: z.ZodType, value: unknown): UnknownKey[] {
  const unknown: UnknownKey[] = []
  const open: { schema: z.ZodType; value: unknown; path: PropertyKey[] }[] = [{ schema, value, path: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, path } = next
    const inner = unwrap(next.schema)
    if (inner instanceof z.ZodArray && Array.isArray(part)) {
      const element = inner.element as z.ZodType
      for (const [index, entry] of part.entries()) open.push({ schema: element, value: entry, path: [...path, index] })
    } else if (inner instanceof z.ZodObject && typeof part === 'object' && part !== null && !Array.isArray(part)) {
      const shape = inner.shape as Record<string, z.ZodType>
      for (const [key, entry] of Object.entries(part)) {
        const known = Object.hasOwn(shape, key) ? shape[key] : undefined
        if (known === undefined) unknown.push({ path: [...path, key], suggestion: findNear(key, Object.keys(shape)) })
        else open.push({ schema: known, value: entry, path: [...path, key] })
      }
    }
  }
  return unknown.toReversed()
}

/** The nearest of the names: one slip in a short word, two in one of five letters, a third of a longer one. */
export function findNear(word: string, names: readonly string[]): string | null {
  if (word.length > 60) return null
  const near = names
    .map((name) => ({ name, slips: distance(name.toLowerCase(), word.toLowerCase()) }))
    .filter(({ slips }) => slips <= (word.length < 5 ? 1 : Math.max(2, Math.floor(word.length / 3))))
    .toSorted((a, b) => a.slips - b.slips)
  return near[0]?.name ?? null
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault
  ) {
    inner = inner.unwrap() as z.ZodType
  }
  return inner
}
