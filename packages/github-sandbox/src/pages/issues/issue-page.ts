import { html } from 'hono/html'
import type { Issue, Pull } from '../../world/world.ts'
import { renderConversationForm, renderLabelForm } from '../parts/forms.ts'
import { renderRelationships, renderSubIssues } from './issue-links.ts'
import { renderIssueState } from '../parts/issue-state.ts'
import { linkIssue } from '../links.ts'
import { renderCommentCard } from '../parts/render-comment.ts'
import { renderLabel } from '../parts/render-label.ts'
import { renderAvatar, renderLogin } from '../parts/render-person.ts'
import { renderTime } from '../parts/render-time.ts'
import { renderTimeline } from './timeline.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

/** An issue with its whole conversation. */
export async function renderIssuePage(view: RepositoryView, issue: Issue): Promise<Page> {
  const mentions = view.repository.pulls.filter((pull) => mentionsIssue(view, pull, issue))
  return {
    title: `${issue.title} · Issue #${issue.number}`,
    tab: 'issues',
    body: html`<div class="issue-title">
        <h1>${issue.title} <span class="muted">#${issue.number}</span></h1>
        <p>
          ${renderIssueState(issue, undefined, 'badge')}
          <span class="muted">${renderLogin(issue.user)} opened this ${renderTime(issue.createdAt)}</span>
        </p>
      </div>
      <div class="columns">
        <div>
          ${await renderCommentCard(view, { ...issue, verb: 'opened' }, `issue-${issue.number}`)}
          ${renderSubIssues(view, issue)} ${await renderTimeline(view, issue)}
          ${renderConversationForm(view, issue, undefined)}
        </div>
        ${renderSidebar(view, issue, mentions, renderRelationships(view, issue))}
      </div>`,
  }
}

/** Assignees, labels and pull requests that name the issue. */
export function renderSidebar(view: RepositoryView, issue: Issue, pulls: Pull[], extra: Markup | '' = ''): Markup {
  const labels = issue.labels.map((name) => html`${renderLabel(view.repository, name)} `)
  const assignees = issue.assignees.map(
    (login) => html`<div>${renderAvatar(view.world, login)} ${renderLogin(login)}</div>`,
  )
  const links = pulls.map((pull) => {
    const half = view.repository.issues.find((candidate) => candidate.number === pull.number)
    return half
      ? html`<div>
          ${renderIssueState(half, pull, 'icon')}
          <a href="${linkIssue(view.base, view.repository, pull)}">${half.title} #${pull.number}</a>
        </div>`
      : ''
  })
  return html`<aside class="sidebar">
    ${extra}
    <section>
      <h2>Assignees</h2>
      ${assignees.length > 0 ? assignees : html`<span class="muted">No one</span>`}
    </section>
    <section>
      <h2>Labels</h2>
      <div class="labels">${labels.length > 0 ? labels : html`<span class="muted">None yet</span>`}</div>
      ${renderLabelForm(view, issue)}
    </section>
    ${
      links.length === 0
        ? ''
        : html`<section>
            <h2>Pull requests</h2>
            ${links}
          </section>`
    }
  </aside>`
}

function mentionsIssue(view: RepositoryView, pull: Pull, issue: Issue): boolean {
  const half = view.repository.issues.find((candidate) => candidate.number === pull.number)
  return new RegExp(`(^|[^\\w/])#${issue.number}\\b|/issues/${issue.number}\\b`).test(half?.body ?? '')
}
