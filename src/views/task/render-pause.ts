import type { Pause } from '../../domain/records/iss-record.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderName } from '../text/person.ts'
import { findReason } from '../text/reason.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTime } from '../text/time.ts'

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
  return neutraliseInline(shorten(why, 300)).replace(/(?<![.\s])[.\s]+$/, '')
}

function renderWay(reasons: readonly Omit<Pause, 'more'>[], links: Links): string {
  const drafts = listDrafts(reasons, links)
  if (isMoved(reasons)) return '`/doctor fix` puts the branch back where it was recorded, then `/resume` goes on'
  if (reasons.every(({ cause }) => cause === 'rule'))
    return 'It goes on by itself once the rules of the repository allow it; `/resume` tries at once'
  const until = findRenewal(reasons)
  if (until !== undefined)
    return `It goes on by itself at ${renderTime(until)}; once the limit is raised \`/resume\` goes on`
  if (drafts.length < reasons.length) return '`/resume` goes on'
  return `It goes on by itself once ${listWords(drafts)} ${drafts.length === 1 ? 'is' : 'are'} marked ready for review`
}

/** The same for a cell of `/list`. */
export function renderShortWay({ more = [], ...first }: Pause, links: Links): string {
  const reasons = [first, ...more]
  const drafts = listDrafts(reasons, links)
  if (isMoved(reasons)) return '`/doctor fix`, then `/resume`'
  if (reasons.every(({ cause }) => cause === 'rule')) return 'a rule of the repository to change, then `/resume`'
  const until = findRenewal(reasons)
  if (until !== undefined) return `nobody, until ${renderTime(until)}`
  if (drafts.length < reasons.length) return '`/resume`'
  const shown = drafts.length > 3 ? [...drafts.slice(0, 3), `${drafts.length - 3} more`] : drafts
  return `${listWords(shown)}: a draft to mark ready`
}

/** Whether all that it stands still for are drafts: no command helps, marking them ready does. */
export function waitsForDrafts({ more = [], ...first }: Pause): boolean {
  return [first, ...more].every(({ cause, pull_request: number }) => cause === 'draft' && number !== undefined)
}

/** When all that it stands still for is over by itself; undefined where something else is in the way, too. */
function findRenewal(reasons: readonly Omit<Pause, 'more'>[]): string | undefined {
  return reasons.every(({ cause }) => cause === 'limit') ? reasons[0]?.until : undefined
}

/** Whether a branch of it was deleted or moved, which has to be put back first. */
export function waitsForBranch({ more = [], ...first }: Pause): boolean {
  return isMoved([first, ...more])
}

function isMoved(reasons: readonly Omit<Pause, 'more'>[]): boolean {
  return reasons.some(({ cause }) => cause === 'branch' || cause === 'integration')
}

/** Drafts that it stands still for: `/resume` would only ask once more for their merge. */
function listDrafts(reasons: readonly Omit<Pause, 'more'>[], links: Links): string[] {
  return reasons.flatMap(({ cause, pull_request: number }) =>
    cause === 'draft' && number !== undefined ? [linkTo(`#${number}`, links.pull(number))] : [],
  )
}
