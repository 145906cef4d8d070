import type { FaultRow } from '../../test/e2e/faults/support/chains/note-fault.ts'
import { renderTable } from './markdown-table.ts'

const start = '<!-- fault table: written by `node scripts/update-fault-table.ts` from what the tests tried -->'
const end = '<!-- end of the fault table -->'

/** Rows of the table in docs/reliability.md. */
export function parseFaultTable(page: string): FaultRow[] {
  return tableOf(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const [fault = '', where = '', tried, lost, on = ''] = line
        .split(/(?<!\\)\|/)
        .slice(1)
        .map((cell) => cell.trim())
      return { fault, where, tried: Number(tried?.replaceAll(',', '')), lost: Number(lost), on }
    })
}

/** The page with these rows in its table. A fault that wasn't tried keeps the rows it has. */
export function replaceFaultTable(page: string, faults: readonly string[], tried: readonly FaultRow[]): string {
  const standing = parseFaultTable(page)
  const rows = faults.flatMap((fault) => {
    const now = tried.filter((row) => row.fault === fault)
    return now.length > 0 ? now : standing.filter((row) => row.fault === fault)
  })
  const table = renderTable(
    ['fault', 'where', 'tried', 'lost', 'on'],
    rows.map((row) => [row.fault, row.where, row.tried.toLocaleString('en'), String(row.lost), row.on]),
  )
  return page.replace(tableOf(page), `\n${table}\n`)
}

function tableOf(page: string): string {
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the fault table are gone')
  return page.slice(from + start.length, to)
}
