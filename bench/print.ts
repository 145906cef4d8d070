import Table from 'cli-table3'
import type { Bench, Figure } from './bench.ts'

/** What a bench came to. */
export interface Outcome {
  bench: Pick<Bench, 'name' | 'about'>
  figures: readonly Figure[]
}

/** The machine the figures are from, as one sentence. */
export interface Machine {
  cores: number
  model: string
  node: string
  platform: string
}

const numberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

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

/** The whole of docs/benchmarks.md. */
export function renderDocument(outcomes: readonly Outcome[], machine: Machine): string {
  const parts = [
    '# Benchmarks',
    'Newest figures of `npm run bench`. A bench is no test: CI does not run it, and nothing fails on it.',
    '```sh\nnpm run bench                    # all, as a table\nnpm run bench -- calls publish   # some\nnpm run bench -- --json          # one JSON array\nnpm run bench -- --write         # all, into this file\n```',
    `Measured on ${machine.platform} with ${machine.cores} cores (${machine.model}) and Node ${machine.node}, against the sandbox GitHub in the same process where GitHub is involved. Calls don't depend on the machine; times do.`,
    ...outcomes.flatMap(({ bench, figures }) => [`## ${bench.name}`, bench.about, renderMarkdown(figures)]),
  ]
  return `${parts.join('\n\n')}\n`
}

function renderMarkdown(figures: readonly Figure[]): string {
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
