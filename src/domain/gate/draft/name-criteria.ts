import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import { cutText } from '../../text/cut-text.ts'

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
    return statement === undefined ? id : `${id} “${cutText(toPlainLine(statement), longest)}”`
  })
  return [...shown, ...(ids.length > shown.length ? [`${ids.length - shown.length} more`] : [])].join(', ')
}

/** Without the full stop at its end, which would stand before the closing mark. */
function toPlainLine(statement: string): string {
  return statement
    .replace(/(?<!\.)\.$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
