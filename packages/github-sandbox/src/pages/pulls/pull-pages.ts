import { html } from 'hono/html'
import type { CommitData } from '../../handler/git-store.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'
import { listChecks } from '../parts/checks-state.ts'
import { renderCheckRows } from './check-pages.ts'
import { renderCommitList } from '../code/commit-pages.ts'
import { renderConversationForm, renderLineForm } from '../parts/forms.ts'
import { renderSidebar } from '../issues/issue-page.ts'
import { renderIssueState } from '../parts/issue-state.ts'
import { linkFile } from '../links.ts'
import { renderMergeBox } from './merge-box.ts'
import { renderCommentCard } from '../parts/render-comment.ts'
import { renderDiff } from '../parts/render-diff.ts'
import { renderAvatar, renderLogin } from '../parts/render-person.ts'
import { renderTimeline } from '../issues/timeline.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

export type PullTab = 'conversation' | 'commits' | 'checks' | 'files'

/** One of the four pages of a pull request. */
export async function renderPullPage(view: RepositoryView, issue: Issue, pull: Pull, tab: PullTab): Promise<Page> {
  const range = await findRange(view, pull)
  const shas = range ? (await view.git.log(range.head, { not: range.base, limit: 250 })).toReversed() : []
  return {
    title: `${issue.title} · Pull request #${issue.number}`,
    tab: 'pulls',
    body: html`<div class="issue-title">
        <h1>${issue.title} <span class="muted">#${issue.number}</span></h1>
        <p>
          ${renderIssueState(issue, pull, 'badge')}
          <span class="muted">${renderDirection(view, issue, pull, shas.length)}</span>
        </p>
      </div>
      ${renderPullTabs(view, pull, tab, shas.length)} ${await renderTab(view, issue, pull, tab, range, shas)}`,
  }
}

interface Range {
  base: string
  head: string
}

/** What the pull request brings in: from where its branch left the base. After a merge, from before the merge. */
async function findRange(view: RepositoryView, pull: Pull): Promise<Range | undefined> {
  const head = await view.git.resolve(pull.head.sha)
  if (!head) return undefined
  const merge =
    pull.mergeCommitSha !== null && pull.mergeCommitSha !== head
      ? await view.git.resolve(pull.mergeCommitSha)
      : undefined
  const mergedInto = pull.merged && merge ? (await view.git.readCommit(merge)).parents[0] : undefined
  const target =
    mergedInto ?? (pull.merged ? undefined : await view.git.readRef(`refs/heads/${pull.base.ref}`)) ?? pull.base.sha
  return { base: (await view.git.mergeBase(target, head)) ?? target, head }
}

async function renderTab(
  view: RepositoryView,
  issue: Issue,
  pull: Pull,
  tab: PullTab,
  range: Range | undefined,
  shas: string[],
): Promise<Markup> {
  switch (tab) {
    case 'conversation':
      return renderConversation(view, issue, pull, await Promise.all(shas.map((sha) => view.git.readCommit(sha))))
    case 'commits':
      return renderCommitList(view, shas)
    case 'checks':
      return renderChecksTab(view, pull)
    case 'files':
      if (!range) return html`<p class="blank">The head commit is gone.</p>`
      return renderDiff(view, await view.git.diff(range.base, range.head), {
        sha: range.head,
        comments: pull.reviewComments,
        footer: (file) => renderLineForm(view, pull, file.filename),
      })
  }
}

async function renderConversation(
  view: RepositoryView,
  issue: Issue,
  pull: Pull,
  commits: CommitData[],
): Promise<Markup> {
  const reviewers = new Map(pull.requestedReviewers.map((login) => [login, 'requested']))
  for (const review of pull.reviews) {
    // A later comment doesn't take an approval or a rejection back.
    const standing =
      review.state === 'COMMENTED' && ['approved', 'changes requested'].includes(reviewers.get(review.user) ?? '')
    if (review.state !== 'PENDING' && !standing)
      reviewers.set(review.user, review.state.toLowerCase().replace('_', ' '))
  }
  const rows = [...reviewers].map(
    ([login, state]) =>
      html`<div>${renderAvatar(view.world, login)} ${renderLogin(login)} <span class="muted">${state}</span></div>`,
  )
  const section = html`<section>
    <h2>Reviewers</h2>
    ${rows.length > 0 ? rows : html`<span class="muted">No reviews</span>`}
  </section>`
  return html`<div class="columns">
    <div>
      ${await renderCommentCard(view, issue, `issue-${issue.number}`)}
      ${await renderTimeline(view, issue, pull, commits)} ${renderMergeBox(view, issue, pull)}
      ${renderConversationForm(view, issue, pull)}
    </div>
    ${renderSidebar(view, issue, [], section)}
  </div>`
}

function renderChecksTab(view: RepositoryView, pull: Pull): Markup {
  const { runs, statuses } = listChecks(view, pull.head.sha)
  if (runs.length + statuses.length === 0)
    return html`<p class="blank box">No checks on ${pull.head.sha.slice(0, 7)}.</p>`
  return html`<div class="box">${renderCheckRows(view, runs, statuses)}</div>`
}

function renderDirection(view: RepositoryView, issue: Issue, pull: Pull, commits: number): Markup {
  const base = html`<a class="branch" href="${linkFile(view.base, 'tree', pull.base.ref)}">${pull.base.ref}</a>`
  const head = html`<a class="branch" href="${linkFile(view.base, 'tree', pull.head.ref)}">${pull.head.ref}</a>`
  const amount = `${commits} commit${commits === 1 ? '' : 's'}`
  return pull.merged
    ? html`${renderLogin(pull.mergedBy ?? issue.user)} merged ${amount} into ${base} from ${head}`
    : html`${renderLogin(issue.user)} wants to merge ${amount} into ${base} from ${head}`
}

function renderPullTabs(view: RepositoryView, pull: Pull, current: PullTab, commits: number): Markup {
  const link = `${view.base}/pull/${pull.number}`
  const checks = listChecks(view, pull.head.sha)
  const tabs: { tab: PullTab; name: string; path: string; count: number }[] = [
    { tab: 'conversation', name: 'Conversation', path: '', count: countComments(view.repository, pull) },
    { tab: 'commits', name: 'Commits', path: '/commits', count: commits },
    { tab: 'checks', name: 'Checks', path: '/checks', count: checks.runs.length + checks.statuses.length },
    { tab: 'files', name: 'Files changed', path: '/files', count: 0 },
  ]
  return html`<nav class="tabs tabs-inner" aria-label="Pull request">
    ${tabs.map(({ tab, name, path, count }) => html`<a href="${link}${path}" ${tab === current ? html`aria-current="page"` : ''}>${name}${count > 0 ? html` <span class="counter">${count}</span>` : ''}</a>`)}
  </nav>`
}

function countComments(repository: Repository, pull: Pull): number {
  const issue = repository.issues.find((candidate) => candidate.number === pull.number)
  return (
    (issue?.comments.length ?? 0) +
    pull.reviews.filter((review) => review.body !== '').length +
    pull.reviewComments.length
  )
}
