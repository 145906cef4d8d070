import { type RecordMessage, recordText } from '../language/message.ts'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'

/** Where a YAML text begins in the text its reader knows: line from 1, and columns cut off on its left. */
export interface YamlOrigin {
  line: number
  indent: number
  /** A fault then says that what is read is a plan in YAML: who wrote it may not know. */
  isPlan?: boolean
}

/** Finds a value, or with `key` its key, and says where it stands: `Line 3, column 5`. Of what isn't there, the nearest that is. */
export type YamlLocator = (path: readonly PropertyKey[], key?: 'key') => { line: number; column: number }

export type SafeYaml = { ok: true; value: unknown; locate: YamlLocator } | { ok: false; faults: string[] }

const maxDepth = 100

export interface YamlLimits {
  maxBytes?: number
  /** Known to be JSON: brackets inside its strings don't nest. */
  isJson?: boolean
  /** A value with a tag is read as if it had none. */
  allowsTags?: boolean
}

/**
 * YAML that can do no harm (design 7.2): at most 64 KB unless said otherwise, no anchors, aliases, merge keys or tags,
 * nested at most 100 deep. Each fault is a sentence with line and column.
 */
export function parseSafeYaml(
  text: string,
  origin: YamlOrigin = { line: 1, indent: 0 },
  limits: YamlLimits = {},
): SafeYaml {
  const maxBytes = limits.maxBytes ?? 64 * 1024
  const refuse = (fault: string): SafeYaml => ({ ok: false, faults: [tellFault(origin, { line: origin.line }, fault)] })
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes)
    return refuse(recordText('more than {n} KB of YAML.', { n: Math.floor(maxBytes / 1024) }))
  if (findDepth(limits.isJson === true ? emptyStrings(text) : text) > maxDepth)
    return refuse(recordText('nested more than {n} deep.', { n: maxDepth }))
  const lines = new LineCounter()
  const document = parse(text, lines)
  if (document === 'too deep') return refuse(recordText('nested more than {n} deep.', { n: maxDepth }))
  const place = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset)
    return { line: origin.line + line - 1, column: col + origin.indent }
  }
  const syntax = findSyntaxFaults(text, document)
  const faults = syntax.length > 0 ? syntax : findForbidden(document, limits.allowsTags === true)
  if (faults.length > 0) {
    return { ok: false, faults: faults.map(({ offset, what }) => tellFault(origin, place(offset), what)) }
  }
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  return { ok: true, value, locate: (path, key) => place(findOffset(document, path, key === 'key')) }
}

export function renderPlace(place: { line: number; column: number }): string {
  return `Line ${place.line}, column ${place.column}`
}

/** What YAML itself has to say means little to who doesn't know that it is read as YAML. */
function tellFault({ isPlan = false }: YamlOrigin, place: { line: number; column?: number }, fault: string): string {
  const { line: n, column } = place
  if (column === undefined)
    return isPlan
      ? recordText("Line {n}, in the plan's YAML: {fault}", { n, fault })
      : recordText('Line {n}: {fault}', { n, fault })
  return isPlan
    ? recordText("Line {n}, column {column}, in the plan's YAML: {fault}", { n, column, fault })
    : recordText('Line {n}, column {column}: {question}', { n, column, question: fault })
}

function emptyStrings(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
}

/** What only its errors will tell nests too (`a: a: a:`), so that the parser, which calls itself once a level, may run out of stack. */
function parse(text: string, lineCounter: LineCounter): Document.Parsed | 'too deep' {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, schema: 'core', merge: false, uniqueKeys: false })
  } catch (error) {
    if (error instanceof RangeError) return 'too deep'
    throw error
  }
}

/** How deep it nests by its brackets and its lines' beginnings. */
function findDepth(text: string): number {
  let flow = 0
  let deepest = 0
  for (const line of text.split('\n')) {
    const indent = Math.max(0, line.search(/\S/))
    const dashes = /^(?:\s*[-?:]\s)+/.exec(line)?.[0].length ?? 0
    for (const char of line) {
      if (char === '[' || char === '{') flow += 1
      if (char === ']' || char === '}') flow = Math.max(0, flow - 1)
      deepest = Math.max(deepest, flow)
    }
    deepest = Math.max(deepest, (indent + dashes) / 2)
  }
  return deepest
}

function findForbidden(document: Document.Parsed, allowsTags: boolean): { offset: number; what: string }[] {
  const faults: { offset: number; what: string }[] = []
  const forbid = (node: unknown, what: string): void => {
    faults.push({
      offset: isNode(node) ? (node.range?.[0] ?? 0) : 0,
      what: recordText('{what} not read here; write out what is meant.', { what }),
    })
  }
  visit(document, (_key, node) => {
    if (isMap(node)) faults.push(...findDoubledKeys(node))
    if (isPair(node) && isScalar(node.key) && node.key.value === '<<')
      forbid(node.key, recordText('merge keys (`<<`) are'))
    if (isAlias(node)) forbid(node, recordText('aliases (`*name`) are'))
    else if (isNode(node) && 'anchor' in node && node.anchor !== undefined)
      forbid(node, recordText('anchors (`&name`) are'))
    if (!allowsTags && isNode(node) && node.tag !== undefined) forbid(node, recordText('tags are'))
  })
  return faults
}

/** Every key is looked up among those before it: the parser's own check compares each pair. */
function findDoubledKeys(map: YAMLMap): { offset: number; what: string }[] {
  const seen = new Set<unknown>()
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return []
    const isDoubled = seen.has(key.value)
    seen.add(key.value)
    return isDoubled ? [{ offset: key.range?.[0] ?? 0, what: recordText('Map keys must be unique.') }] : []
  })
}

function findOffset(document: Document.Parsed, path: readonly PropertyKey[], key: boolean): number {
  for (let length = path.length; length >= 0; length--) {
    const at = path.slice(0, length)
    const name = at.at(-1)
    const parent = length === 0 ? undefined : length === 1 ? document.contents : document.getIn(at.slice(0, -1), true)
    const pairs: unknown[] = isNode(parent) && 'items' in parent ? parent.items : []
    const pair = pairs.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name)
    const keyNode = key && length === path.length && isPair(pair) ? pair.key : undefined
    const node = keyNode ?? (length === 0 ? document.contents : document.getIn(at, true))
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

/** Up to the first bracket that isn't closed: what is said of the text behind it follows from that. */
function findSyntaxFaults(text: string, { errors }: Document.Parsed): { offset: number; what: string }[] {
  const faults: { offset: number; what: string }[] = []
  for (const { pos, message } of errors) {
    const closing = /^Flow (?:sequence|map) in block collection must .* end with a ([\]}])/.exec(message)?.[1]
    const at = closing === undefined ? -1 : findOpening(text, pos[0], closing)
    if (closing === undefined || at === -1) faults.push({ offset: pos[0], what: describeSyntax(message) })
    else {
      const what = recordText('this `{opening}` is never closed; write `{closing}` where what it holds ends.', {
        opening: text[at] ?? '',
        closing,
      })
      return [...faults, { offset: at, what }]
    }
  }
  return faults
}

/** The bracket before there that nothing closes; -1 where it can't be told. */
function findOpening(text: string, before: number, closing: string): number {
  const opening = closing === ']' ? '[' : '{'
  let open = 1
  for (let at = before - 1; at >= 0; at--) {
    if (text[at] === closing) open += 1
    else if (text[at] === opening) open -= 1
    if (open === 0) return at
  }
  return -1
}

/** What the library says of texts that people write; the rest is rare. */
const syntaxFaults = [
  'All mapping items must start at the same column.',
  'All sequence items must start at the same column.',
  'Implicit keys need to be on a single line.',
  'Implicit map keys need to be followed by map values.',
  'Nested mappings are not allowed in compact mappings.',
  'A block sequence may not be used as an implicit map key.',
  "Missing closing 'quote.",
  'Missing closing "quote.',
  'Missing , between flow map items.',
  'Missing , or : between flow map items.',
  'Missing , between flow sequence items.',
  'Missing , or : between flow sequence items.',
  'Missing space after : in flow map.',
  'Tabs are not allowed as indentation.',
  'Unexpected scalar at node end.',
  'Comments must be separated from other tokens by white space characters.',
  'Plain value cannot start with a tab character.',
  'Plain value cannot start with reserved character `.',
  'Plain value cannot start with reserved character @.',
  'Block scalar lines must not be less indented than their first line.',
] as const satisfies readonly RecordMessage[]

function describeSyntax(message: string): string {
  const said = (message.split('\n')[0] ?? '').slice(0, 200).replace(/\.$/, '')
  const known = syntaxFaults.find((one) => one === `${said}.`)
  return known === undefined ? `${said}.` : recordText(known)
}
