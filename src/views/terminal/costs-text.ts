import pc from 'picocolors'
import type { CostReport, CostRow } from '../../domain/models/cost-report.ts'
import type { Colours, Terminal } from './plan-text.ts'
import { renderCount } from '../language/t.ts'
import { renderDuration } from '../text/duration.ts'
import { renderCost, renderUsedTokens } from '../text/model-use.ts'
import { plain } from './parts/plain.ts'
import { renderTextTable, type TextCell } from './parts/text-table.ts'
import { wrapColumns } from './parts/wrap-columns.ts'

/** `countersign costs`: a line for each, and the sum. `file`: where the calls are kept. */
export function renderCostsText(report: CostReport, file: string, { colours: isColoured, width }: Terminal): string {
  const colours = pc.createColors(isColoured)
  const columns = Math.max(20, width)
  if (report.rows.length === 0) return `${wrapColumns(explainNone(file), columns).join('\n')}\n`
  const heads = [report.by, 'calls', 'tokens', 'cost', 'time']
  const rows = [...report.rows, { key: 'all', use: report.total }].map((row) => describeRow(row, colours))
  const told = renderTextTable(heads, rows, width) ?? rows.map((row) => renderLines(row, columns)).join('')
  return `${told}${wrapColumns(explainCount(file), columns).join('\n')}\n`
}

function describeRow({ key, use }: CostRow, colours: Colours): TextCell[] {
  const refused = use.refused === 0 ? '' : `, ${use.refused} refused`
  return [
    { text: plain(key, 200), ...(key === 'all' ? { colour: colours.bold } : {}) },
    { text: `${use.calls}${refused}` },
    { text: use.calls === 0 ? '' : renderUsedTokens(use) },
    { text: use.calls === 0 ? '' : renderCost(use) },
    { text: use.calls === 0 ? '' : renderDuration(use.duration_ms) },
  ]
}

/** Where the terminal is too narrow for a table. */
function renderLines([key, calls, ...rest]: TextCell[], columns: number): string {
  const facts = [`${calls?.text} calls`, ...rest.map(({ text }) => text)].filter((text) => text !== '')
  const below = wrapColumns(facts.join(', '), Math.max(20, columns - 4)).map((line) => `    ${line}`)
  return `${[key?.text ?? '', ...below].join('\n')}\n`
}

function explainNone(file: string): string {
  return `No call of a model is recorded in ${file}. Where a server asks models, run this in its folder and with its settings, or set DATA_DIR as it has it. Work by people, patches and commands costs nothing here.`
}

function explainCount(file: string): string {
  return `Counted by the gateway of this machine (${file}, ${renderCount(90, 'day')}). Days are UTC. What has no known price is not in the sums of dollars.`
}
