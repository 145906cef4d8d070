import type { NotedBug } from '../../test/support/seeded-bugs/note-bugs.ts'
import { renderTable } from './markdown-table.ts'

const start = '<!-- seeded bugs: written by `node scripts/update-debug-table.ts` from the last run of their test -->'
const end = '<!-- end of the seeded bugs -->'

/** docs/debugging.md with these rows, and what they come to, between its markers. */
export function replaceSeededBugTable(page: string, bugs: readonly NotedBug[]): string {
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the table of seeded bugs are gone')
  const within = (most: number) => bugs.filter(({ rank }) => rank !== null && rank <= most).length
  const share = Math.round((100 * within(3)) / bugs.length)
  const sum = `Of ${bugs.length} bugs the guilty one is named first in ${within(1)}, and among the first three in ${within(3)} (${share} %).`
  const table = renderTable(
    ['bug', 'hunks', 'place of the guilty one', 'hypotheses', 'outcome'],
    bugs.map((one) => [
      one.bug,
      String(one.hunks),
      one.rank === null ? 'not named' : String(one.rank),
      String(one.of),
      one.outcome,
    ]),
  )
  return `${page.slice(0, from + start.length)}\n${sum}\n\n${table}\n${page.slice(to)}`
}
