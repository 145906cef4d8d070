import type { Catalogue, RecordMessage } from '../../domain/language/message.ts'
import { valueShapes } from './value-shapes.ts'

/** A message as the pieces around its placeholders. */
export interface MessagePattern {
  message: RecordMessage
  pieces: readonly string[]
  names: readonly string[]
  /** How much of it is its own words: where two fit, the one that says more is meant. */
  weight: number
}

/** What a placeholder that takes one kind of text says beside the message’s own words, in letters. */
const shapeWeight = 8

/** What is looked for in a text: messages as they are, and those with placeholders, the ones that say more first. */
export interface Lookup {
  catalogue: Catalogue
  plain: ReadonlySet<string>
  /** Those that may fit a text, by the letters that it begins and ends with. */
  findPatterns: (text: string) => readonly MessagePattern[]
}

const lookups = { records: new WeakMap<Catalogue, Lookup>(), changes: new WeakMap<Catalogue, Lookup>() }

export function lookupOf(catalogue: Catalogue, kind: keyof typeof lookups): Lookup {
  const known = lookups[kind].get(catalogue)
  if (known !== undefined) return known
  const texts = kind === 'changes' ? { ...catalogue.records, ...catalogue.changes } : catalogue.records
  const all = (Object.keys(texts) as RecordMessage[]).map(toPattern)
  const made: Lookup = {
    catalogue,
    plain: new Set(all.filter(({ names }) => names.length === 0).map(({ message }) => message)),
    findPatterns: indexPatterns(all.filter(({ names }) => names.length > 0).sort(byWeight)),
  }
  lookups[kind].set(catalogue, made)
  return made
}

function indexPatterns(patterns: readonly MessagePattern[]): Lookup['findPatterns'] {
  const first = ({ pieces }: MessagePattern) => pieces[0]?.[0] ?? ''
  const last = ({ pieces }: MessagePattern) => pieces.at(-1)?.at(-1) ?? ''
  const firsts = new Set(patterns.map(first))
  const lasts = new Set(patterns.map(last))
  const index = new Map<string, readonly MessagePattern[]>()
  return (text) => {
    const [begin = '', end = ''] = [text[0], text.at(-1)]
    // What no message begins or ends with is one case.
    const key = `${firsts.has(begin) ? begin : ''}\n${lasts.has(end) ? end : ''}`
    const known = index.get(key)
    if (known !== undefined) return known
    const found = patterns.filter((one) => ['', begin].includes(first(one)) && ['', end].includes(last(one)))
    index.set(key, found)
    return found
  }
}

function toPattern(message: RecordMessage): MessagePattern {
  const split = message.split(/\{(\w+)\}/)
  const pieces = split.filter((_, index) => index % 2 === 0)
  const names = split.filter((_, index) => index % 2 === 1)
  const shaped = names.filter((name) => valueShapes[name] !== undefined).length
  return { message, pieces, names, weight: pieces.join('').length + shaped * shapeWeight }
}

function byWeight(one: MessagePattern, other: MessagePattern): number {
  return other.weight - one.weight
}

/** The values that a text gives the placeholders, each as short as may be; null where it is another text. */
export function matchMessage(text: string, { pieces, names }: MessagePattern): Record<string, string> | null {
  const [first = '', ...others] = pieces
  if (!text.startsWith(first) || !text.endsWith(pieces.at(-1) ?? '')) return null
  const values: Record<string, string> = {}
  let at = first.length
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1
    const name = names[index] ?? ''
    const shape = valueShapes[name]
    let found = isLast ? text.length - piece.length : text.indexOf(piece, at)
    if (!isLast && shape !== undefined)
      while (found > at && !shape.test(text.slice(at, found))) found = text.indexOf(piece, found + 1)
    const value = text.slice(at, found)
    // Between two placeholders something stands, and a value is never empty.
    if (found <= at || !text.endsWith(isLast ? piece : '') || shape?.test(value) === false) return null
    values[name] = value
    at = found + piece.length
  }
  return at === text.length ? values : null
}
