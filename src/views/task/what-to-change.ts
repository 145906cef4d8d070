import type { WaitingFor } from '../../domain/records/node-state.ts'
import type { Review } from '../../domain/records/review.ts'
import { splitOutput } from '../../domain/content/output-block.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { renderReviewer } from '../text/person.ts'
import { listSaid } from '../text/said-lines.ts'
import { shorten } from '../markdown/shorten.ts'
import type { Standing } from './task-standing.ts'

const mostChanges = 5

/** What was wrong with the newest version, a list of what to change; empty where it was not rejected, or nobody is to mend it. */
export function renderWhatToChange({ node }: Standing, { kind }: WaitingFor, reviews: readonly Review[]): string {
  if (node === null || (kind !== 'push' && kind !== 'decision')) return ''
  const review = reviews.findLast((one) => one.reviewed_artifact_id === node.active_artifact_id)
  if (review?.verdict !== 'REJECTED') return ''
  const changes = listSaid(listChanges(review))
  const more =
    changes.length > mostChanges ? [`- ${t('and {n} more, in its verdict', { n: changes.length - mostChanges })}`] : []
  const shown = changes.slice(0, mostChanges).map((text) => `- ${neutraliseInline(shorten(text, 300))}`)
  const head = t('What to change, as {who} found version {version}:', {
    who: renderReviewer(review.reviewer),
    version: review.version,
  })
  return `\n\n${head}\n\n${[...shown, ...more].join('\n')}`
}

/** A person's own words come before what they mean for the criteria. */
function listChanges(review: Review): string[] {
  const { reviewer, why, to_change: changes } = review
  const [said] = why
  const isSaid = reviewer.startsWith('@') && said !== undefined && !changes.includes(said)
  const told = changes.map((change) => `${translate(change)}${describeFound(review, change)}`)
  return isSaid ? [said, ...told] : told
}

/** The first line of what a machine found, such as the test that failed: without it, a command is all that is told. */
function describeFound({ criteria }: Review, change: string): string {
  const id = /^Make (\S+) hold: /.exec(change)?.[1]
  const failed = criteria.find((one) => one.id === id && one.result === 'fail' && one.judge === undefined)
  const [part] = splitOutput(failed?.evidence ?? '')
  const [found = '', ...more] = part?.said ?? []
  if (found === '') return ''
  // The line above the output of a program is what it said of its error.
  const error = part === undefined || part.output.length === 0 ? undefined : more.at(-1)
  return t('; the check said: {found}', {
    found: [translate(found), ...(error === undefined ? [] : [error])].join(': '),
  })
}
