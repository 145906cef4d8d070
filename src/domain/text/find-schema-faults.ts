import { recordText } from '../language/message.ts'
import type { z } from 'zod'
import { findUnknownKeys, type UnknownKey } from './find-unknown-keys.ts'
import type { YamlLocator } from './parse-safe-yaml.ts'

/** A place in a value that its schema refuses: what stands there and what may, without a full stop. */
export interface SchemaFault {
  path: PropertyKey[]
  /** Whether the key is wrong or what it holds. */
  on: 'key' | 'value'
  message: string
}

/** What is wrong with a YAML value under a schema, a sentence each: line, column, what stands there, what may. */
export function findSchemaFaults(schema: z.ZodType, value: unknown, locate: YamlLocator): string[] {
  return renderSchemaFaults(listSchemaFaults(schema, value), locate)
}

/** The faults as sentences with line and column, in the order they stand in the text. */
export function renderSchemaFaults(faults: readonly SchemaFault[], locate: YamlLocator): string[] {
  return faults
    .map(({ path, on, message }) => ({ at: on === 'key' ? locate(path, 'key') : locate(path), text: message }))
    .toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
    .map(({ at, text }) =>
      text.endsWith('?')
        ? recordText('Line {n}, column {column}: {question}', { n: at.line, column: at.column, question: text })
        : recordText('Line {n}, column {column}: {fault}.', { n: at.line, column: at.column, fault: text }),
    )
}

/** All that a schema refuses in a value, unknown keys included where the schema would only strip them. */
export function listSchemaFaults(schema: z.ZodType, value: unknown): SchemaFault[] {
  const parsed = schema.safeParse(value)
  const issues = parsed.success ? [] : parsed.error.issues
  const invalid = issues
    .filter((issue) => issue.code !== 'unrecognized_keys')
    .map((issue): SchemaFault => ({ path: issue.path, on: 'value', message: describeSchemaIssue(issue, value) }))
  const unknown = findUnknownKeys(schema, value)
  const found = new Set(unknown.map(({ path }) => renderPath(path)))
  // Keys inside a union's member are refused by the schema alone.
  const refused = issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : []))
    .filter((path) => !found.has(renderPath(path)))
    .map((path) => ({ path, suggestion: null }))
  return [...invalid, ...[...unknown, ...refused].map((key) => describeUnknown(key, value))]
}

function describeUnknown({ path, suggestion }: UnknownKey, value: unknown): SchemaFault {
  const place = namePlace(path, value)
  const message =
    suggestion === null
      ? recordText('{key_place} is not known here', { key_place: place })
      : recordText('{key_place} is not known here; did you mean `{suggestion}`?', { key_place: place, suggestion })
  return { path, on: 'key', message }
}

function describeSchemaIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const place = issue.path.length === 0 ? recordText('the whole') : namePlace(issue.path, value)
  const seen = issue.path.reduce((part: unknown, key) => getKey(part, key), value)
  const problem =
    seen === undefined
      ? recordText('{key_place} is missing', { key_place: place })
      : recordText('{key_place} is {seen}', { key_place: place, seen: renderSeen(seen) })
  return describeExpected(issue, problem)
}

function describeExpected(issue: z.core.$ZodIssue, problem: string): string {
  switch (issue.code) {
    case 'invalid_value':
      return recordText('{problem}; it may be {allowed}', {
        problem,
        allowed: issue.values.map((allowed) => `\`${String(allowed)}\``).join(', '),
      })
    case 'invalid_type':
      // What a partial schema requires again: that it is missing is all there is to say.
      if (issue.expected === 'nonoptional') return problem
      return recordText('{problem}; it must be {type}', { problem, type: nameType(issue.expected) })
    case 'too_small':
      return issue.inclusive === false
        ? recordText('{problem}; it must be more than {size}', { problem, size: nameSize(issue.minimum, issue.origin) })
        : recordText('{problem}; it must be at least {size}', { problem, size: nameSize(issue.minimum, issue.origin) })
    case 'too_big':
      return recordText('{problem}; it may be at most {size}', { problem, size: nameSize(issue.maximum, issue.origin) })
    case 'invalid_format':
      return 'pattern' in issue && issue.message === `Invalid string: must match pattern ${issue.pattern}`
        ? recordText('{problem}; Invalid string: must match pattern {regex}', { problem, regex: issue.pattern })
        : `${problem}; ${issue.message.replace(/\.$/, '')}`
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return `${problem}; ${issue.message.replace(/\.$/, '')}`
  }
}

function nameType(type: string): string {
  const name = typeNames[type]
  return name === undefined ? type : recordText(name)
}

const typeNames: Readonly<
  Record<string, 'a list' | 'a mapping' | 'text' | 'a whole number' | 'true or false' | 'a number'>
> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'text',
  int: 'a whole number',
  boolean: 'true or false',
  number: 'a number',
}

function nameSize(limit: number | bigint, origin: string): string {
  const n = String(limit)
  if (origin === 'string') return recordText('{n} characters long', { n })
  return origin === 'array' ? recordText('{n} entries long', { n }) : n
}

/** `` `title` of T1 ``: what has an id of its own is called by that; else `` `tasks[0].title` ``. */
export function namePlace(path: readonly PropertyKey[], value: unknown): string {
  const [list, index, ...rest] = path
  const entry = list === undefined || typeof index !== 'number' ? undefined : getKey(getKey(value, list), index)
  const id = getKey(entry, 'id')
  if (typeof id !== 'string' || !/^[A-Z][\w.-]{0,20}$/.test(id)) return `\`${renderPath(path)}\``
  return rest.length === 0 ? id : recordText('{code_lines} of {id}', { code_lines: `\`${renderPath(rest)}\``, id })
}

/** `tasks[0].title`. */
function renderPath(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 60)}`))
  return parts.join('').replace(/^\./, '').replaceAll('`', "'")
}

function renderSeen(seen: unknown): string {
  if (Array.isArray(seen)) return recordText('a list')
  if (typeof seen === 'object' && seen !== null) return recordText('a mapping')
  const text = JSON.stringify(seen).replaceAll('`', "'")
  return `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\``
}

/** A part of what was read, if it has that key. */
export function getKey(part: unknown, key: PropertyKey): unknown {
  if (typeof part !== 'object' || part === null) return undefined
  return (part as Record<PropertyKey, unknown>)[key]
}
