import Table from 'cli-table3'
import type { Bench, Figure } from './bench.ts'

const numberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** Each bench with what it measures, for the help text. */
export function renderList(benches: readonly Pick<Bench, 'name' | 'title'>[]): string {
  const width = Math.max(...benches.map(({ name }) => name.length))
  return ['', 'Benches:', ...benches.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)].join('\n')
}

/** One table for the terminal; `style` without colours, so that it can be piped. */
export function renderTable(figures: readonly Figure[]): string {
  const columns = shownColumns(figures)
  const table = new Table({
    head: ['bench', ...columns.map((column) => column.head)],
    colAligns: ['left', ...columns.map((column) => column.align)],
    style: { head: [], border: [], compact: true },
  })
  let before = ''
  for (const figure of figures) {
    table.push([figure.bench === before ? '' : figure.bench, ...columns.map((column) => column.cell(figure))])
    before = figure.bench
  }
  return `${table.toString()}\n`
}

/** The same as a table in Markdown, for a section of one bench. */
export function renderMarkdown(figures: readonly Figure[]): string {
  const columns = shownColumns(figures)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(columns.map((column) => column.head)),
    row(columns.map((column) => (column.align === 'right' ? '---:' : '---'))),
    ...figures.map((figure) => row(columns.map((column) => column.cell(figure)))),
  ].join('\n')
}

interface Column {
  head: string
  align: 'left' | 'right'
  cell: (figure: Figure) => string
  /** Left out where no figure has it. */
  has: (figure: Figure) => boolean
}

const columns: readonly Column[] = [
  { head: 'case', align: 'left', cell: (figure) => figure.case, has: () => true },
  { head: 'figure', align: 'right', cell: (figure) => show(figure.figure), has: () => true },
  { head: 'unit', align: 'left', cell: (figure) => figure.unit, has: () => true },
  { head: 'peer', align: 'right', cell: (figure) => show(figure.peer), has: (figure) => figure.peer !== undefined },
  { head: 'ratio', align: 'right', cell: (figure) => show(figure.ratio), has: (figure) => figure.ratio !== undefined },
  {
    head: 'target',
    align: 'right',
    cell: (figure) => show(figure.target),
    has: (figure) => figure.target !== undefined,
  },
  {
    head: 'met',
    align: 'left',
    cell: ({ met }) => (met === undefined ? '' : met ? 'yes' : 'NO'),
    has: (figure) => figure.met !== undefined,
  },
]

function shownColumns(figures: readonly Figure[]): readonly Column[] {
  return columns.filter((column) => figures.some((figure) => column.has(figure)))
}

function show(value: number | string | undefined): string {
  return typeof value === 'number' ? numberFormat.format(value) : (value ?? '')
}
