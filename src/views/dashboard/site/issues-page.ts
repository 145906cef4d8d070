import { html } from 'hono/html'
import { issuePhases, type IssuePhase, type IssueStatus } from '../../../domain/records/status-report.ts'
import { phaseWords } from '../../text/phase-words.ts'
import { listWords } from '../../text/person.ts'
import { nameIssue } from '../../text/issue-name.ts'
import type { IssuesOverview } from '../dossier.ts'
import type { Crumb, PageContent } from '../frame.ts'
import { issueHref, sessionsPage } from '../links.ts'
import { type Markup, renderEmpty, renderInline } from '../parts/markup.ts'
import { renderPhase } from '../parts/tones.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** What of the list is shown; '' is everything. */
export interface IssueFilter {
  phase: string
  person: string
  text: string
}

export function readIssueFilter(query: URLSearchParams): IssueFilter {
  const take = (name: string) => (query.get(name) ?? '').slice(0, 200)
  return { phase: take('state'), person: take('person'), text: take('q') }
}

/** All issues of a repository: by state, by whom they wait for, by words. `viewer`: the login of who looks, signed in. */
export function renderIssuesPage(
  { issues, unreadable }: IssuesOverview,
  repository: string,
  filter: IssueFilter,
  viewer: string | null,
  beside: readonly Crumb[],
): PageContent {
  const newest = issues.toSorted((a, b) => b.number - a.number)
  const shown = newest.filter((issue) => matches(issue, filter))
  return {
    title: `${t('Issues')} · ${repository}`,
    crumbs: [],
    body: html`<div class="title">
        <h1>${t('Issues')}</h1>
        <p class="under">
          ${countPhases(issues)} ${renderMine(issues, filter, viewer)}
          <a href="${sessionsPage}">${t('Sessions and queue')}</a>
          ${beside.map(({ name, href }) => html`<a href="${href}">${name}</a>`)}
        </p>
      </div>
      ${unreadable.map(renderUnreadableIssue)}
      ${issues.length === 0 ? renderEmpty(t('No issue is registered yet: the label countersign on one, or /plan in it, begins.')) : renderFilter(issues, filter)}
      <ul class="issues" data-issues>
        ${shown.map(renderIssueRow)}
      </ul>
      ${issues.length > 0 ? html`<p class="empty" data-none ${shown.length === 0 ? '' : html`hidden`}>${t('No issue is like that.')}</p>` : ''}`,
  }
}

function renderUnreadableIssue({ id, what, details, next }: IssuesOverview['unreadable'][number]): Markup {
  return html`<p class="note tone-redo">
    ${tMarkup('{issue} can’t be read: {what} ({details}). {next}', {
      issue: html`<strong>${nameIssue(id)}</strong>`,
      what: renderInline(translate(what)),
      details: renderInline(details),
      next: renderInline(translate(next)),
    })}
  </p>`
}

function matches(issue: IssueStatus, { phase, person, text }: IssueFilter): boolean {
  const words = `${nameIssue(issue.id)} ${issue.id} ${issue.title}`.toLowerCase()
  return (
    (phase === '' || issue.phase === phase) &&
    (person === '' || waitsFor(issue).includes(person)) &&
    words.includes(text.trim().toLowerCase())
  )
}

function waitsFor({ needs }: IssueStatus): string[] {
  return [...new Set(needs.flatMap(({ who }) => who.map((one) => one.replace(/^@/, ''))))]
}

/** The way to what waits for whoever looks, and back. */
function renderMine(issues: readonly IssueStatus[], { person }: IssueFilter, viewer: string | null): Markup {
  if (viewer === null) return html``
  if (person === viewer) return html`<a href="index.html">${t('All issues')}</a>`
  const mine = issues.filter((issue) => waitsFor(issue).includes(viewer)).length
  if (mine === 0) return html`<span>${t('nothing waits for you')}</span>`
  return html`<a href="index.html?person=${encodeURIComponent(viewer)}"
    >${mine === 1 ? t('{n} waits for you', { n: mine }) : t('{n} wait for you', { n: mine })}</a
  >`
}

function countPhases(issues: readonly IssueStatus[]): Markup {
  return html`${issuePhases.map((phase) => {
    const count = issues.filter((issue) => issue.phase === phase).length
    return count === 0 ? '' : html`<span>${t('{name}: {what}', { name: t(phaseWords[phase]), what: count })}</span> `
  })}`
}

function renderFilter(issues: readonly IssueStatus[], { phase, person, text }: IssueFilter): Markup {
  const people = [...new Set(issues.flatMap(waitsFor))].toSorted()
  const phases = issuePhases.filter((one) => issues.some((issue) => issue.phase === one))
  return html`<form class="filter" method="get" action="index.html" role="search" data-filter>
    <label>${t('Search')} <input type="search" name="q" value="${text}" placeholder="${t('title or number')}" /></label>
    <label
      >${t('State')}
      <select name="state">
        ${renderOption('', t('any'), phase)}${phases.map((one: IssuePhase) => renderOption(one, t(phaseWords[one]), phase))}
      </select></label
    >
    <label
      >${t('Waits for')}
      <select name="person">
        ${renderOption('', t('anybody'), person)}${people.map((one) => renderOption(one, one, person))}
      </select></label
    >
    <button>${t('Filter')}</button>
  </form>`
}

function renderOption(value: string, words: string, chosen: string): Markup {
  return html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${words}</option>`
}

function renderIssueRow(issue: IssueStatus): Markup {
  const who = waitsFor(issue)
  const { tasks_approved: approved, tasks_total: total, needs } = issue
  const words = `${nameIssue(issue.id)} ${issue.id} ${issue.title}`.toLowerCase()
  return html`<li data-phase="${issue.phase}" data-people="${who.join(' ')}" data-words="${words}">
    <div>
      <a href="${issueHref(issue.id)}">${renderInline(issue.title, 300)}</a>
      <span class="muted">${nameIssue(issue.id)}</span>
      ${needs[0] === undefined ? '' : renderNeedOf(who, needs[0].what, needs.length - 1)}
    </div>
    <span class="count">${total === 0 ? '' : t('{n} of {total}', { n: approved, total })}</span>
    ${renderPhase(issue.phase)}
  </li>`
}

function renderNeedOf(who: readonly string[], what: string, more: number): Markup {
  const name = who.length === 0 ? t('anybody with write access') : listWords(who, 'or')
  return html`<div class="muted">
    ${tMarkup('{name}: {what}', { name, what: renderInline(translate(what), 160) })}${more > 0 ? t(', and {n} more', { n: more }) : ''}
  </div>`
}
