import { parseHiddenEscapes } from './hidden-escapes.ts'
import type { PageReader, Value } from './page-reader.ts'
import { emptyCell, noneCell, parseNumber, parseProse } from './parse-cell.ts'

type Key = string | number
type Branch = Map<Key, unknown>

/** Evidence of `renderEvidence`: any JSON. */
export function parseEvidence(reader: PageReader): Record<string, unknown> | null {
  const next = reader.peek()
  if (next?.kind === 'text') {
    const { text, line } = reader.text('the evidence')
    if (text === `**Evidence:** ${noneCell}`) return null
    if (text === `**Evidence:** ${emptyCell}`) return {}
    reader.fail(line, 'there is a text where the evidence should be')
  }
  const root: Branch = new Map()
  for (const row of reader.rows(['evidence', 'found'])) {
    const name = reader.value(row, 0)
    const path = parsePath(name.code())
    if (path === undefined) return name.fail('a path such as runs[0].exit_code')
    const found = reader.value(row, 1)
    const value = found.text === '*below*' ? undefined : parseValue(found)
    if (!plant(root, path, value)) name.fail('a path of its own')
  }
  return toObject(root, (path) => readBelow(reader, path))
}

function parseValue(value: Value): unknown {
  const { text } = value
  if (!text.startsWith('`')) return parseProse(text)
  const code = /^`([^`]*)`$/.exec(text)?.[1] ?? ''
  if (code === 'true' || code === 'false') return code === 'true'
  if (code === 'null') return null
  if (code === '[]') return []
  if (code === '{}') return {}
  return parseNumber(code) ?? value.fail('a number, true, false, null, [] or {}')
}

/** A text of several lines stands below the table, under its path. */
function readBelow(reader: PageReader, path: string): string {
  const { text, line } = reader.text(`the text found at ${path}`)
  if (!text.startsWith('**Found at** ')) reader.fail(line, `there is another text where the one of ${path} should be`)
  return parseHiddenEscapes(reader.code(`the text found at ${path}`))
}

/** `a.b[0]["c d"]` as keys and indexes; undefined where it is no path. */
function parsePath(text: string): Key[] | undefined {
  const keys: Key[] = []
  let at = 0
  const step = /(?:\.|^)([A-Za-z_][\w-]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/y
  while (at < text.length) {
    step.lastIndex = at
    const match = step.exec(text)
    if (match === null) return undefined
    const [whole, name, index, quoted] = match
    at += whole.length
    const key = name ?? (index === undefined ? parseQuoted(quoted ?? '') : Number(index))
    if (key === undefined) return undefined
    keys.push(key)
  }
  return typeof keys[0] === 'string' ? keys : undefined
}

function parseQuoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** False where something else is there already, or a list has a gap. */
function plant(root: Branch, path: readonly Key[], value: unknown): boolean {
  let branch = root
  for (const [depth, key] of path.entries()) {
    const isLast = depth === path.length - 1
    const first = branch.keys().next().value
    if (first !== undefined && typeof first !== typeof key) return false
    if (typeof key === 'number' && !branch.has(key) && key !== branch.size) return false
    if (isLast) {
      if (branch.has(key)) return false
      branch.set(key, value)
      return true
    }
    const next = branch.get(key)
    if (next !== undefined && !(next instanceof Map)) return false
    if (next === undefined && branch.has(key)) return false
    const below: Branch = next ?? new Map<Key, unknown>()
    branch.set(key, below)
    branch = below
  }
  return false
}

/** Undefined stands for a text below, in the order of the table. */
function toObject(branch: Branch, readLong: (path: string) => string): Record<string, unknown> {
  const made = toValue(branch, '', readLong)
  return made as Record<string, unknown>
}

function toValue(value: unknown, path: string, readLong: (path: string) => string): unknown {
  if (value === undefined) return readLong(path)
  if (!(value instanceof Map)) return value
  const entries = [...(value as Branch)].map(
    ([key, one]) => [key, toValue(one, path === '' ? String(key) : `${path}.${key}`, readLong)] as const,
  )
  return typeof entries[0]?.[0] === 'number' ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
