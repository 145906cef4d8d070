import { families } from '../../test/support/injection/corpus.ts'
import { places } from '../../test/support/injection/injection.ts'
import type { NotedInjection } from '../../test/support/injection/note-injections.ts'
import { renderTable } from './markdown-table.ts'

const start = '<!-- injections: written by `node scripts/update-injection-table.ts` from what their test played -->'
const end = '<!-- end of the injections -->'

/** docs/security.md with what was played, family by place, between its markers: how many were shown to a model, of how many. */
export function replaceInjectionTable(page: string, noted: readonly NotedInjection[], day: string): string {
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the table of injections are gone')
  const cell = (some: readonly NotedInjection[]) =>
    some.length === 0 ? '–' : `${some.filter(({ reached }) => reached).length} of ${some.length}`
  const rows = families.map(({ name }) => {
    const own = noted.filter(({ family }) => family === name)
    return [name, ...places.map((place) => cell(own.filter((one) => one.place === place)))]
  })
  const sums = places.map((place) => cell(noted.filter((one) => one.place === place)))
  const shown = noted.filter(({ reached }) => reached).length
  const sum = `By ${day}, ${noted.length} texts were played, of which ${shown} were shown to a model. Decisions changed: 0. Secrets reached: 0. Left the work tree, the scope or their block: 0.`
  const table = renderTable(['family', ...places], [...rows, ['all', ...sums]])
  return `${page.slice(0, from + start.length)}\n${sum}\n\n${table}\n${page.slice(to)}`
}
