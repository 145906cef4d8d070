import { faultCatalogue } from '../../src/application/fault.ts'
import { renderTable } from './markdown-table.ts'

/** `docs/faults.md`: the catalogue of faults. */
export function renderFaultsPage(): string {
  const rows = Object.entries(faultCatalogue).map(([code, { docs, retry }]) => [
    `\`${code}\``,
    docs,
    retry === 'later' ? 'yes' : 'no',
  ])
  return `# Faults

<!-- Made by \`npm run docs\` from src/application/fault.ts. Changes made here are lost. -->

What the machine could not do, by the code that stands in the log and behind its messages. What to do about the frequent ones is in [operations.md](operations.md#when-something-stands-still).

${renderTable(['code', 'what it means', 'tried again'], rows)}
`
}
