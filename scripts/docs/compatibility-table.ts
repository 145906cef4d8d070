import type { StoryRow } from '../../test/e2e/rules/support/story-rows.ts'
import { renderTable } from './markdown-table.ts'

const written = 'written by `node scripts/update-compatibility.ts` from what the tests played'
const tables = {
  rules: { start: `<!-- table of rules: ${written} -->`, end: '<!-- end of the table of rules -->' },
  stories: { start: `<!-- table of stories: ${written} -->`, end: '<!-- end of the table of stories -->' },
}
export type CompatibilityTable = keyof typeof tables

/** `test` of those that have tests of their own. */
type Row = Pick<StoryRow, 'rule' | 'happens'> & Partial<StoryRow>

/** Rows of a table in docs/compatibility.md. */
export function parseCompatibility(page: string, table: CompatibilityTable): (Row & { on: string })[] {
  return tableOf(page, table)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const [rule = '', happens = '', ...more] = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim())
      const [test, on = ''] = more.length === 1 ? [undefined, more[0]] : more
      return { rule, happens, ...(test === undefined ? {} : { test }), on }
    })
}

/** The page with these rows in the table. One that wasn't played keeps its day, as long as it says the same. */
export function replaceCompatibility(
  page: string,
  table: CompatibilityTable,
  rows: readonly Row[],
  played: ReadonlyMap<string, string>,
): string {
  const { start, end } = tables[table]
  const standing = new Map(parseCompatibility(page, table).map(({ rule, happens, on }) => [`${rule} ${happens}`, on]))
  const dated = rows.map(({ rule, happens, test }) => [
    rule,
    happens,
    ...(test === undefined ? [] : [test]),
    played.get(rule) ?? standing.get(`${rule} ${happens}`) ?? 'not yet',
  ])
  const head = ['rule of the repository', 'what happens', ...(table === 'stories' ? ['test'] : []), 'played']
  const before = page.slice(0, page.indexOf(start) + start.length)
  const after = page.slice(page.indexOf(end))
  return `${before}\n${renderTable(head, dated)}\n${after}`
}

function tableOf(page: string, table: CompatibilityTable): string {
  const { start, end } = tables[table]
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`the markers of the table of ${table} are gone`)
  return page.slice(from + start.length, to)
}
