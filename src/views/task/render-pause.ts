import type { Pause } from '../../domain/records/iss-record.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { listWords, renderName } from '../text/person.ts'
import { findReason } from '../text/reason.ts'
import { translate } from '../language/translate.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTime } from '../text/time.ts'
import { t } from '../language/t.ts'

/** Since when and why the work stands still, and what makes it go on; a list where it stands still for several things. */
export function renderPause({ more = [], ...first }: Pause, links: Links): string {
  const reasons = [first, ...more]
  const way = t('Nothing new begins. {way}, `/stop` ends it.', { way: renderWay(reasons, links) })
  const at = renderTime(first.at)
  if (more.length === 0) {
    const why = renderWhy(findReason(first))
    return `${why === '' ? t('Since {at}. ', { at }) : t('Since {at}: {why}. ', { at, why })}${way}`
  }
  const lines = reasons.map(
    (one) => `- ${renderWhy(findReason(one)) || t('paused by {who}', { who: renderName(one.by) })}`,
  )
  return `${t('Since {at}, by now for {n} reasons. ', { at, n: reasons.length })}${way}\n\n${lines.join('\n')}`
}

/** Whoever said so: who pushed by force, or asked for what could not be done, paused nothing. */
export function findPauser(paused: Pause | null): string | undefined {
  return (paused?.cause ?? 'asked') === 'asked' ? paused?.by : undefined
}

function renderWhy(why: string): string {
  return neutraliseInline(shorten(translate(why), 300)).replace(/(?<![.\s])[.\s]+$/, '')
}

function renderWay(reasons: readonly Omit<Pause, 'more'>[], links: Links): string {
  const drafts = listDrafts(reasons, links)
  if (isMoved(reasons)) return t('`/doctor fix` puts the branch back where it was recorded, then `/resume` goes on')
  if (reasons.every(({ cause }) => cause === 'rule'))
    return t('It goes on by itself once the rules of the repository allow it; `/resume` tries at once')
  const until = findRenewal(reasons)
  if (until !== undefined)
    return t('It goes on by itself at {at}; once the limit is raised `/resume` goes on', { at: renderTime(until) })
  if (drafts.length < reasons.length) return t('`/resume` goes on')
  const pulls = listWords(drafts)
  return drafts.length === 1
    ? t('It goes on by itself once {pulls} is marked ready for review', { pulls })
    : t('It goes on by itself once {pulls} are marked ready for review', { pulls })
}

/** The same for a cell of `/list`. */
export function renderShortWay({ more = [], ...first }: Pause, links: Links): string {
  const reasons = [first, ...more]
  const drafts = listDrafts(reasons, links)
  if (isMoved(reasons)) return t('`/doctor fix`, then `/resume`')
  if (reasons.every(({ cause }) => cause === 'rule')) return t('a rule of the repository to change, then `/resume`')
  const until = findRenewal(reasons)
  if (until !== undefined) return t('nobody, until {at}', { at: renderTime(until) })
  if (drafts.length < reasons.length) return '`/resume`'
  const shown = drafts.length > 3 ? [...drafts.slice(0, 3), t('{n} more', { n: drafts.length - 3 })] : drafts
  return t('{pulls}: a draft to mark ready', { pulls: listWords(shown) })
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
  return reasons.some(({ cause, mended }) => (cause === 'branch' || cause === 'integration') && mended !== true)
}

/** Drafts that it stands still for: `/resume` would only ask once more for their merge. */
function listDrafts(reasons: readonly Omit<Pause, 'more'>[], links: Links): string[] {
  return reasons.flatMap(({ cause, pull_request: number }) =>
    cause === 'draft' && number !== undefined ? [linkTo(`#${number}`, links.pull(number))] : [],
  )
}
