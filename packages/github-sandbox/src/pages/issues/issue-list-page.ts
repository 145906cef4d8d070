import { html } from 'hono/html'
import type { Issue } from '../../world/world.ts'
import { renderIcon } from '../parts/icons.ts'
import { renderIssueState } from '../parts/issue-state.ts'
import { renderChecksIcon } from '../parts/checks-state.ts'
import { linkIssue } from '../links.ts'
import { renderLabel } from '../parts/render-label.ts'
import { renderTime } from '../parts/render-time.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

export interface IssueFilter {
  kind: 'issues' | 'pulls'
  state: 'open' | 'closed'
  label: string | null
}

/** Issues or pull requests in one state, newest first, narrowed to a label if asked. */
export function renderIssueListPage(view: RepositoryView, filter: IssueFilter): Page {
  const kind = view.repository.issues.filter(
    (issue) => (findPull(view, issue) !== undefined) === (filter.kind === 'pulls'),
  )
  const labelled = kind.filter((issue) => filter.label === null || issue.labels.includes(filter.label))
  const shown = labelled.filter((issue) => issue.state === filter.state).sort((a, b) => b.number - a.number)
  const path = `${view.base}/${filter.kind}`
  const tab = (state: 'open' | 'closed') => {
    const count = labelled.filter((issue) => issue.state === state).length
    const label = filter.label === null ? '' : `&label=${encodeURIComponent(filter.label)}`
    return html`<a href="${path}?state=${state}${label}" ${state === filter.state ? html`aria-current="true"` : ''}
      >${count} ${state}</a
    >`
  }
  const title = filter.kind === 'issues' ? 'Issues' : 'Pull requests'
  const create = html`<a class="button button-primary" href="${view.base}/issues/new/choose">New issue</a>`
  return {
    title: `${title} · ${view.base.slice(1)}`,
    tab: filter.kind,
    body: html`<div class="title-bar">
        <h1>${title}${filter.label === null ? '' : html` ${renderLabel(view.repository, filter.label)}`}</h1>
        <span><a class="button" href="${view.base}/labels">Labels</a> ${filter.kind === 'issues' ? create : ''}</span>
      </div>
      <div class="box">
        <div class="box-head states">${tab('open')} ${tab('closed')}</div>
        ${
          shown.length === 0
            ? html`<p class="blank">Nothing here.</p>`
            : html`<ul>
                ${shown.map((issue) => renderRow(view, issue))}
              </ul>`
        }
      </div>`,
  }
}

function findPull(view: RepositoryView, issue: Issue) {
  return view.repository.pulls.find((pull) => pull.number === issue.number)
}

function renderRow(view: RepositoryView, issue: Issue): Markup {
  const pull = findPull(view, issue)
  const comments = issue.comments.length
  return html`<li class="row">
    <div class="issue-row">
      ${renderIssueState(issue, pull, 'icon')}
      <div>
        <a class="row-title" href="${linkIssue(view.base, view.repository, issue)}">${issue.title}</a>
        ${pull ? renderChecksIcon(view, pull.head.sha) : ''}
        ${issue.labels.map((name) => renderLabel(view.repository, name))}
        <div class="muted">#${issue.number} opened ${renderTime(issue.createdAt)} by ${issue.user}</div>
      </div>
    </div>
    ${comments === 0 ? '' : html`<span class="muted">${renderIcon('comment')} ${comments}</span>`}
  </li>`
}
