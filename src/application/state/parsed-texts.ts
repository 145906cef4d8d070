/** Texts of one kind that are remembered, over all issues. */
const maxTexts = 100
/** A larger one is rare: with these two some tens of megabytes are kept at most. */
const maxLength = 64 * 1024

const parsedBy = new WeakMap<object, Map<string, unknown>>()
/** Of values that are remembered, the text that was made of each; nobody can change them. */
const keptTexts = new WeakMap<object, string | undefined>()

/**
 * What a text came to when it was parsed the last time, or what `parse` makes of it now; `kind` (a schema, a parser) tells
 * apart what the same text may come to. It is frozen, as others get it too. A decision reads the same state several
 * times: an event comes alone, its effects and their confirmations after it.
 */
export function rememberParsed<T>(kind: object, text: string, parse: () => T): T {
  if (text.length > maxLength) return parse()
  const known = parsedBy.get(kind) ?? new Map<string, unknown>()
  parsedBy.set(kind, known)
  const value = known.has(text) ? (known.get(text) as T) : freezeDeep(parse())
  if (isObject(value) && !keptTexts.has(value)) keptTexts.set(value, undefined)
  // Those that were asked for last stand last.
  known.delete(text)
  known.set(text, value)
  const [oldest] = known.size > maxTexts ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  return value
}

/** The text that `render` makes of a value; of one that is remembered it is made once. */
export function rememberText(value: unknown, render: () => string): string {
  if (!isObject(value) || !keptTexts.has(value)) return render()
  const text = keptTexts.get(value) ?? render()
  keptTexts.set(value, text)
  return text
}

function freezeDeep<T>(value: T): T {
  if (!isObject(value) || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
