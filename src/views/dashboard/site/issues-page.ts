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
    title: `Issues · ${repository}`,
    crumbs: [],
    body: html`<div class="title">
        <h1>Issues</h1>
        <p class="under">
          ${countPhases(issues)} ${renderMine(issues, filter, viewer)} <a href="${sessionsPage}">Sessions and queue</a>
          ${beside.map(({ name, href }) => html`<a href="${href}">${name}</a>`)}
        </p>
      </div>
      ${unreadable.map((one) => html`<p class="note tone-redo"><strong>${nameIssue(one.id)}</strong> can’t be read: ${renderInline(one.what)} (${renderInline(one.details)}). ${renderInline(one.next)}</p>`)}
      ${issues.length === 0 ? renderEmpty('No issue is registered yet: the label countersign on one, or /plan in it, begins.') : renderFilter(issues, filter)}
      <ul class="issues" data-issues>
        ${shown.map(renderIssueRow)}
      </ul>
      ${issues.length > 0 ? html`<p class="empty" data-none ${shown.length === 0 ? '' : html`hidden`}>No issue is like that.</p>` : ''}`,
  }
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
  if (person === viewer) return html`<a href="index.html">All issues</a>`
  const mine = issues.filter((issue) => waitsFor(issue).includes(viewer)).length
  if (mine === 0) return html`<span>nothing waits for you</span>`
  return html`<a href="index.html?person=${encodeURIComponent(viewer)}"
    >${mine === 1 ? '1 waits' : `${mine} wait`} for you</a
  >`
}

function countPhases(issues: readonly IssueStatus[]): Markup {
  return html`${issuePhases.map((phase) => {
    const count = issues.filter((issue) => issue.phase === phase).length
    return count === 0 ? '' : html`<span>${count} ${t(phaseWords[phase])}</span> `
  })}`
}

function renderFilter(issues: readonly IssueStatus[], { phase, person, text }: IssueFilter): Markup {
  const people = [...new Set(issues.flatMap(waitsFor))].toSorted()
  const phases = issuePhases.filter((one) => issues.some((issue) => issue.phase === one))
  return html`<form class="filter" method="get" action="index.html" role="search" data-filter>
    <label>Search <input type="search" name="q" value="${text}" placeholder="title or number" /></label>
    <label
      >State
      <select name="state">
        ${renderOption('', 'any', phase)}${phases.map((one: IssuePhase) => renderOption(one, t(phaseWords[one]), phase))}
      </select></label
    >
    <label
      >Waits for
      <select name="person">
        ${renderOption('', 'anybody', person)}${people.map((one) => renderOption(one, one, person))}
      </select></label
    >
    <button>Filter</button>
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
      ${needs[0] === undefined ? '' : html`<div class="muted">${who.length === 0 ? 'anybody with write access' : listWords(who, 'or')}: ${renderInline(needs[0].what, 160)}${needs.length > 1 ? `, and ${needs.length - 1} more` : ''}</div>`}
    </div>
    <span class="count">${total === 0 ? '' : `${approved} of ${total}`}</span>
    ${renderPhase(issue.phase)}
  </li>`
}
