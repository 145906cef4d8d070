import { emptyCell, noneCell } from '../../domain/loop/progress/parse-cell.ts'
import { renderCount } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { escapeHidden } from '../../domain/loop/progress/hidden-escapes.ts'
import { neutraliseLiteral } from '../markdown/neutralise.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCode } from './cell.ts'
import { renderBlockText } from './page.ts'

interface Leaf {
  /** As in code: `runs[0].exit_code`. */
  path: string
  value: unknown
}

/**
 * What was found for or against a hypothesis, any JSON: each value in a row under the path to it, texts of several lines
 * in blocks below.
 */
export function renderEvidence(evidence: Record<string, unknown> | null): string {
  if (evidence === null) return `**Evidence:** ${noneCell}`
  const leaves = listLeaves(evidence)
  if (leaves.length === 0) return `**Evidence:** ${emptyCell}`
  const rows = leaves.map(({ path, value }) => [renderCode(path), isLong(value) ? '*below*' : renderValue(value)])
  const blocks = leaves.flatMap(({ path, value }) =>
    isLong(value) ? [`**Found at** ${renderCode(path)}`, renderBlockText(value)] : [],
  )
  const table = renderTable([{ head: 'evidence' }, { head: 'found' }], rows)
  return renderDetails(`Evidence: ${renderCount(leaves.length, 'value')}`, [table, ...blocks].join('\n\n'))
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n')
}

/** Text as text; numbers, true, false, null and what is empty as code. */
function renderValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? emptyCell : neutraliseLiteral(escapeHidden(value))
  if (typeof value === 'number') return `\`${renderNumber(value)}\``
  return `\`${JSON.stringify(value)}\``
}

/** So that `Number` gives it back; JSON has no -0, records that were made in memory may. */
export function renderNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

function listLeaves(evidence: Record<string, unknown>): Leaf[] {
  const found: Leaf[] = []
  const open: Leaf[] = toLeaves('', evidence).toReversed()
  for (let leaf = open.pop(); leaf !== undefined; leaf = open.pop()) {
    const { path, value } = leaf
    const below = typeof value === 'object' && value !== null ? toLeaves(path, value) : []
    if (below.length === 0) found.push(leaf)
    else open.push(...below.toReversed())
  }
  return found
}

/** As JSON has it: what is undefined isn't there, in a list it is null. */
function toLeaves(path: string, value: object): Leaf[] {
  if (Array.isArray(value))
    return value.map((one: unknown, index) => ({ path: `${path}[${index}]`, value: one === undefined ? null : one }))
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    one === undefined ? [] : [{ path: `${path}${renderKey(key, path === '')}`, value: one }],
  )
}

function renderKey(key: string, isFirst: boolean): string {
  if (/^[A-Za-z_][\w-]*$/.test(key)) return isFirst ? key : `.${key}`
  return `[${JSON.stringify(key)}]`
}
