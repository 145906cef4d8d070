import type { RuleRow } from '../../test/e2e/rules/support/rule-rows.ts'
import { renderTable } from './markdown-table.ts'

const start = '<!-- table of rules: written by `node scripts/update-compatibility.ts` from what the tests played -->'
const end = '<!-- end of the table of rules -->'

/** Rows of the table in docs/compatibility.md. */
export function parseCompatibility(page: string): { rule: string; happens: string; on: string }[] {
  return tableOf(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const [rule = '', happens = '', on = ''] = line
        .split(/(?<!\\)\|/)
        .slice(1)
        .map((cell) => cell.trim())
      return { rule, happens, on }
    })
}

/** The page with these rows. One that wasn't played keeps its day, as long as it says the same. */
export function replaceCompatibility(
  page: string,
  rows: readonly Pick<RuleRow, 'rule' | 'happens'>[],
  played: ReadonlyMap<string, string>,
): string {
  const standing = new Map(parseCompatibility(page).map(({ rule, happens, on }) => [`${rule} ${happens}`, on]))
  const dated = rows.map(({ rule, happens }) => [
    rule,
    happens,
    played.get(rule) ?? standing.get(`${rule} ${happens}`) ?? 'not yet',
  ])
  const table = renderTable(['rule of the repository', 'what happens', 'played'], dated)
  const before = page.slice(0, page.indexOf(start) + start.length)
  const after = page.slice(page.indexOf(end))
  return `${before}\n${table}\n${after}`
}

function tableOf(page: string): string {
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the table of rules are gone')
  return page.slice(from + start.length, to)
}
