import type { Element, ElementContent } from 'hast'
import { parse, YAMLError } from 'yaml'

const block = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** What stands between lines of `---` at the beginning of a file, as the table that GitHub makes of it; null where there is none. */
export function readFrontMatter(text: string): { table: Element; rest: string } | null {
  const [whole = '', yaml = ''] = block.exec(text) ?? []
  if (whole === '') return null
  const data = parseMap(yaml)
  return data === null ? null : { table: renderMap(data), rest: text.slice(whole.length) }
}

function parseMap(yaml: string): Record<string, unknown> | null {
  try {
    const data: unknown = parse(yaml)
    return isMap(data) ? data : null
  } catch (error) {
    if (error instanceof YAMLError) return null
    throw error
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keys side by side above their values. */
function renderMap(data: Record<string, unknown>): Element {
  return create('table', [
    create('thead', [
      create(
        'tr',
        Object.keys(data).map((key) => create('th', [renderText(key)])),
      ),
    ]),
    create('tbody', [renderRow(Object.values(data))]),
  ])
}

function renderRow(values: readonly unknown[]): Element {
  return create(
    'tr',
    values.map((value) => create('td', [renderValue(value)])),
  )
}

function renderValue(value: unknown): ElementContent {
  if (Array.isArray(value)) return create('table', [create('tbody', [renderRow(value)])])
  if (isMap(value)) return renderMap(value)
  return renderText(typeof value === 'string' ? value : JSON.stringify(value))
}

function renderText(value: string): ElementContent {
  return { type: 'text', value }
}

function create(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children }
}
