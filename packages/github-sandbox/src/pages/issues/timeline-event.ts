import { html } from 'hono/html'
import { findLinked } from '../../world/issue-links.ts'
import type { Issue } from '../../world/world.ts'
import { renderIcon, type IconName } from '../parts/icons.ts'
import { linkIssue } from '../links.ts'
import { renderLabel } from '../parts/render-label.ts'
import { renderLogin } from '../parts/render-person.ts'
import { renderTime } from '../parts/render-time.ts'
import type { Markup, RepositoryView } from '../page.ts'

type TimelineEvent = Issue['timeline'][number]

/** Kept by the API but not shown on GitHub's pages, or shown as something else (comment, review, commit). */
const hidden = new Set([
  'commented',
  'committed',
  'reviewed',
  'line-commented',
  'mentioned',
  'subscribed',
  'unsubscribed',
])

/** One line for a label, a state change and the like; nothing for events that GitHub's pages don't show. */
export function renderEvent(view: RepositoryView, event: TimelineEvent): Markup | '' {
  if (hidden.has(event.event)) return ''
  const { icon, words } = describe(view, event)
  return html`<div class="event" id="event-${event.id}">
    ${renderIcon(icon)}
    <span
      >${renderLogin(event.actor)} ${words}
      <a class="muted" href="#event-${event.id}">${renderTime(event.createdAt)}</a></span
    >
  </div>`
}

function describe(view: RepositoryView, { event, detail }: TimelineEvent): { icon: IconName; words: Markup | string } {
  const label = readName(detail['label'])
  switch (event) {
    case 'labeled':
      return { icon: 'tag', words: html`added ${renderLabel(view.repository, label)}` }
    case 'unlabeled':
      return { icon: 'tag', words: html`removed ${renderLabel(view.repository, label)}` }
    case 'closed':
      return { icon: 'issueClosed', words: html`closed this${renderCommitLink(view, detail)}` }
    case 'reopened':
      return { icon: 'issueOpen', words: 'reopened this' }
    case 'merged':
      return { icon: 'merge', words: html`merged this${renderCommitLink(view, detail)}` }
    case 'assigned':
    case 'unassigned':
      return { icon: 'dot', words: html`${event} ${readName(detail['assignee'])}` }
    case 'renamed':
      return { icon: 'dot', words: renderRename(detail) }
    case 'review_requested':
      return { icon: 'comment', words: html`requested a review from ${readName(detail['requested_reviewer'])}` }
    case 'review_dismissed':
      return { icon: 'x', words: 'dismissed a review' }
    case 'cross-referenced':
    case 'referenced':
      return {
        icon: 'comment',
        words: html`mentioned this${renderSource(view, detail)}${renderCommitLink(view, detail)}`,
      }
    case 'head_ref_deleted':
      return { icon: 'branch', words: 'deleted the head branch' }
    case 'head_ref_force_pushed':
      return { icon: 'branch', words: 'force-pushed the head branch' }
    case 'sub_issue_added':
    case 'sub_issue_removed':
    case 'parent_issue_added':
    case 'parent_issue_removed':
    case 'blocked_by_added':
    case 'blocked_by_removed':
    case 'blocking_added':
    case 'blocking_removed':
      return { icon: 'dot', words: renderLinkChange(view, event, detail) }
    default:
      return { icon: 'dot', words: event.replaceAll('_', ' ') }
  }
}

/** The API names people and labels by objects, some callers by plain text. */
function readName(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const name = 'name' in value ? value.name : 'login' in value ? value.login : ''
  return typeof name === 'string' ? name : ''
}

function renderCommitLink(view: RepositoryView, detail: Record<string, unknown>): Markup | '' {
  const sha = detail['commit_id'] ?? detail['commitId']
  return typeof sha === 'string'
    ? html` in <a class="sha" href="${view.base}/commit/${sha}">${sha.slice(0, 7)}</a>`
    : ''
}

const linkWords = new Map([
  ['sub_issue', 'sub-issue'],
  ['parent_issue', 'parent issue'],
  ['blocked_by', 'blocker'],
  ['blocking', 'blocked issue'],
])

/** `sub_issue_added` and the like: "added sub-issue", then which. */
function renderLinkChange(view: RepositoryView, event: string, detail: Record<string, unknown>): Markup {
  const [kind = '', how = ''] = event.split(/_(?=added$|removed$)/)
  const id = detail[kind]
  const [end] = findLinked(view.world, typeof id === 'number' ? [id] : [])
  const link = end
    ? html`<a href="${linkIssue(`/${end.repo.owner}/${end.repo.name}`, end.repo, end.issue)}"
        >${end.issue.title} #${end.issue.number}</a
      >`
    : ''
  return html`${how} ${linkWords.get(kind) ?? kind} ${link}`
}

function renderRename(detail: Record<string, unknown>): Markup {
  const rename = typeof detail['rename'] === 'object' && detail['rename'] !== null ? detail['rename'] : detail
  const read = (key: string) => {
    const value: unknown = Object.entries(rename).find(([name]) => name === key)?.[1]
    return typeof value === 'string' ? value : ''
  }
  return html`changed the title <del>${read('from')}</del> <b>${read('to')}</b>`
}

function renderSource(view: RepositoryView, detail: Record<string, unknown>): Markup | '' {
  const text = JSON.stringify(detail)
  const number = Number(/"number":(\d+)/.exec(text)?.[1] ?? Number.NaN)
  const issue = view.repository.issues.find((candidate) => candidate.number === number)
  return issue
    ? html` in <a href="${linkIssue(view.base, view.repository, issue)}">${issue.title} #${issue.number}</a>`
    : ''
}
