import { html } from 'hono/html'
import type { Dossier } from '../dossier.ts'
import type { PageFrame, PageContent } from '../frame.ts'
import { issueHref, type IssuePageName, listIssuePages } from '../links.ts'
import { type Markup, renderLink, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderPhase } from '../parts/tones.ts'
import { findReason } from '../../text/reason.ts'
import type { Links } from '../../markdown/links.ts'
import { nameIssue } from '../../text/issue-name.ts'
import type { MessageKey } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** What the pages of an issue are made of. `links`: to GitHub; null where it is not known where that is. */
export interface IssueView {
  dossier: Dossier
  links: Links | null
  frame: PageFrame
}

const pageNames = {
  index: 'Plan',
  loop: 'Loop',
  planning: 'Planning',
  tuning: 'Tuning',
  bundle: 'Bundle',
  costs: 'Costs',
  trail: 'Trail',
  doctor: 'Doctor',
} as const satisfies Record<IssuePageName, MessageKey>

/** Title, state and the bar of the issue's pages, and below it what the page itself shows. */
export function renderIssuePage({ dossier, links, frame }: IssueView, page: IssuePageName, body: Markup): PageContent {
  const { status } = dossier
  return {
    title: `${t(pageNames[page])} · ${nameIssue(status.id)} ${status.title}`,
    crumbs: crumbsOf(dossier),
    body: html`<div class="title">
        <h1>${renderInline(status.title, 300)}</h1>
        <p class="under">
          ${renderPhase(status.phase)}
          <span>${renderLink(nameIssue(status.id), links?.issue() ?? null)}</span>
          ${renderFinal(dossier, links)} ${renderReleased(dossier)}
        </p>
        ${renderSince(dossier)}
      </div>
      <nav class="tabs" aria-label="${t('Pages of this issue')}">
        ${listIssuePages(dossier.record, frame.isLive).map((one) => html`<a href="${one}.html" ${one === page ? html`aria-current="page"` : ''}>${t(pageNames[one])}</a>`)}
      </nav>
      ${body}`,
  }
}

export function crumbsOf({ status }: Pick<Dossier, 'status'>): PageContent['crumbs'] {
  return [{ name: nameIssue(status.id), href: `../${issueHref(status.id)}` }]
}

const finalStates = {
  open: '{pull} is open',
  draft: '{pull} is a draft',
  merged: '{pull} is merged',
  closed: '{pull} was closed without a merge',
} as const

function renderFinal({ status: { final_pull_request: final } }: Dossier, links: Links | null): Markup {
  if (final === null) return html``
  const name = t('final pull request #{number}', { number: final.number })
  const isInConflict = final.state === 'open' && final.conflict !== undefined
  const words = isInConflict ? '{pull} can’t be merged' : finalStates[final.state]
  return html`<span>${tMarkup(words, { pull: renderLink(name, links?.pull(final.number) ?? null) })}</span>`
}

function renderReleased({ record }: Dossier): Markup {
  const newest = record.exports.at(-1)
  return newest === undefined
    ? html``
    : html`<span>${tMarkup('released as {tag}', { tag: renderLink(newest.tag, newest.url) })}</span>`
}

function renderSince({ status: { since, phase } }: Dossier): Markup {
  if (since === null) return html``
  const why = findReason(since)
  const values = { who: since.by, at: renderWhen(since.at) }
  const words =
    phase === 'stopped' ? tMarkup('Stopped by {who} on {at}', values) : tMarkup('Paused by {who} on {at}', values)
  return html`<p class="note tone-stale">
    ${why === '' ? words : tMarkup('{name}: {what}', { name: words, what: renderInline(translate(why)) })}
  </p>`
}
