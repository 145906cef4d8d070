import { html } from 'hono/html'
import { findLinked, type PlacedIssue, readLinks } from '../../world/issue-links.ts'
import type { Issue } from '../../world/world.ts'
import { renderIssueState } from '../parts/issue-state.ts'
import { linkIssue } from '../links.ts'
import type { Markup, RepositoryView } from '../page.ts'

/** The sub-issues below an issue's text, with which of them are held up; nothing without any. */
export function renderSubIssues(view: RepositoryView, issue: Issue): Markup | '' {
  const children = findLinked(view.world, readLinks(issue).subIssues)
  if (children.length === 0) return ''
  const closed = children.filter((child) => child.issue.state === 'closed').length
  return html`<div class="box sub-issues" id="sub-issues">
    <div class="box-head"><b>Sub-issues</b> <span class="muted">${closed} of ${children.length} closed</span></div>
    <ul>
      ${children.map(
        (child) => html`<li class="row"><span>${renderLink(child)}</span>${renderBlocked(view, child.issue)}</li>`,
      )}
    </ul>
  </div>`
}

/** For the sidebar: what an issue is part of, waits for and holds up. */
export function renderRelationships(view: RepositoryView, issue: Issue): Markup | '' {
  const { parent, blockedBy, blocking } = readLinks(issue)
  const groups = [
    { head: 'Parent issue', ids: parent === null ? [] : [parent] },
    { head: 'Blocked by', ids: blockedBy },
    { head: 'Blocking', ids: blocking },
  ]
  return html`${groups.map(({ head, ids }) => renderGroup(head, findLinked(view.world, ids)))}`
}

function renderGroup(head: string, linked: PlacedIssue[]): Markup | '' {
  if (linked.length === 0) return ''
  return html`<section>
    <h2>${head}</h2>
    ${linked.map((one) => html`<div>${renderLink(one)}</div>`)}
  </section>`
}

/** Only open issues hold up, and only open ones are held up. */
function renderBlocked(view: RepositoryView, issue: Issue): Markup | '' {
  if (issue.state === 'closed') return ''
  const open = findLinked(view.world, readLinks(issue).blockedBy).filter((one) => one.issue.state === 'open')
  if (open.length === 0) return ''
  return html`<span class="badge">Blocked by ${open.map((one) => `#${one.issue.number}`).join(', ')}</span>`
}

function renderLink({ repo, issue }: PlacedIssue): Markup {
  return html`${renderIssueState(issue, undefined, 'icon')}
    <a href="${linkIssue(`/${repo.owner}/${repo.name}`, repo, issue)}">${issue.title} #${issue.number}</a>`
}
