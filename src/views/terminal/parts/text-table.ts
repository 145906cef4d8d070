import Table from 'cli-table3'
import { countColumns, wrapColumns } from './wrap-columns.ts'

/** A cell: its text, which is wrapped, and how the wrapped lines are coloured. */
export interface TextCell {
  text: string
  colour?: (text: string) => string
}

/**
 * A table as wide as its texts, `width` at most: the widest columns are wrapped, those without any text are left out.
 * Undefined where it would be too narrow to be read.
 */
export function renderTextTable(
  allHeads: readonly string[],
  allRows: readonly (readonly TextCell[])[],
  width: number,
): string | undefined {
  const isShown = (_: unknown, column: number) => allRows.some((row) => row[column]?.text !== '')
  const heads = allHeads.filter(isShown)
  const rows = allRows.map((row) => row.filter(isShown))
  const columns = decideColumns(heads, rows, width)
  if (columns === undefined) return undefined
  const table = new Table({
    head: [...heads],
    colWidths: columns.map((column) => column + 2),
    style: { head: [], border: [], compact: true },
  })
  for (const row of rows) {
    table.push(
      row.map(({ text, colour = (line) => line }, index) =>
        wrapColumns(text, columns[index] ?? 1)
          .map((line) => (line === '' ? '' : colour(line)))
          .join('\n'),
      ),
    )
  }
  return `${table.toString()}\n`
}

const leastColumn = 12

/** Cells for each column's text: what it needs, or less for those that need most. */
function decideColumns(
  heads: readonly string[],
  rows: readonly (readonly TextCell[])[],
  width: number,
): number[] | undefined {
  const columns = heads.map((head, index) =>
    rows.reduce((most, row) => Math.max(most, countColumns(row[index]?.text ?? '')), countColumns(head)),
  )
  // Each column has a space on both sides and a line before it, the last one after it too.
  let over = columns.reduce((sum, column) => sum + column + 3, 1) - width
  while (over > 0) {
    const most = Math.max(...columns)
    if (most <= leastColumn) return undefined
    const widest = columns.indexOf(most)
    columns[widest] = most - 1
    over -= 1
  }
  return columns
}
