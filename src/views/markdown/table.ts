export interface Column {
  head: string
  align?: 'left' | 'right'
}

/** Head and rule of a GFM table. */
export function renderTableHead(columns: readonly Column[]): string {
  const heads = renderTableRow(columns.map((column) => column.head))
  const rules = renderTableRow(columns.map((column) => (column.align === 'right' ? '--:' : ':--')))
  return `${heads}\n${rules}`
}

/** One row; cells are Markdown of one line in which pipes are neutralised already. */
export function renderTableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  return [renderTableHead(columns), ...rows.map(renderTableRow)].join('\n')
}
