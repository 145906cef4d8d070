import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'

const longest = 80
const mostNamed = 6

/** `AC-1 “It exits with 0”, AC-3 “The page reads well”`: an id alone tells nobody what is meant. */
export function nameCriteria(
  ids: readonly string[],
  criteria: readonly Pick<AcceptanceCriterion, 'id' | 'statement'>[],
): string {
  const statements = new Map(criteria.map(({ id, statement }) => [id, statement]))
  const shown = ids.slice(0, mostNamed).map((id) => {
    const statement = statements.get(id)
    return statement === undefined ? id : `${id} “${shorten(statement.replace(/(?<!\.)\.$/, ''))}”`
  })
  return [...shown, ...(ids.length > shown.length ? [`${ids.length - shown.length} more`] : [])].join(', ')
}

function shorten(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ').trim()
  return (line.length > longest ? `${line.slice(0, longest - 1)}…` : line).toWellFormed()
}
