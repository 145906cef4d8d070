import type { Pause } from '../domain/iss-record.ts'
import { linkTo, type Links } from './links.ts'
import { neutraliseInline } from './neutralise.ts'
import { listWords, renderName } from './person.ts'
import { findReason } from './reason.ts'
import { shorten } from './shorten.ts'
import { renderTime } from './time.ts'

/** Since when and why the work stands still, and what makes it go on; a list where it stands still for several things. */
export function renderPause({ more = [], ...first }: Pause, links: Links): string {
  const reasons = [first, ...more]
  const way = `Nothing new begins. ${renderWay(reasons, links)}, \`/stop\` ends it.`
  const since = `Since ${renderTime(first.at)}`
  if (more.length === 0) {
    const why = renderWhy(findReason(first))
    return `${since}${why === '' ? '' : `: ${why}`}. ${way}`
  }
  const lines = reasons.map((one) => `- ${renderWhy(findReason(one)) || `paused by ${renderName(one.by)}`}`)
  return `${since}, by now for ${reasons.length} reasons. ${way}\n\n${lines.join('\n')}`
}

function renderWhy(why: string): string {
  return neutraliseInline(shorten(why, 300)).replace(/[.\s]+$/, '')
}

/** `/resume` would only ask once more for the merge of a draft. */
function renderWay(reasons: readonly Omit<Pause, 'more'>[], links: Links): string {
  const drafts = reasons.flatMap(({ cause, pull_request: number }) =>
    cause === 'draft' && number !== undefined ? [linkTo(`#${number}`, links.pull(number))] : [],
  )
  const isMoved = reasons.some(({ cause }) => cause === 'branch' || cause === 'integration')
  if (isMoved) return '`/doctor fix` puts the branch back where it was recorded, then `/resume` goes on'
  if (drafts.length < reasons.length) return '`/resume` goes on'
  return `It goes on by itself once ${listWords(drafts)} ${drafts.length === 1 ? 'is' : 'are'} marked ready for review`
}
