import { html } from 'hono/html'
import type { CommitData } from '../../handler/git-store.ts'
import type { Issue, Pull, Review, ReviewComment } from '../../world/world.ts'
import { renderChecksIcon } from '../parts/checks-state.ts'
import { renderCommitLine } from '../code/commit-pages.ts'
import { renderIcon } from '../parts/icons.ts'
import { renderCommentCard, renderReviewComment } from '../parts/render-comment.ts'
import { renderReplyForm } from '../parts/forms.ts'
import { renderPatch } from '../parts/render-diff.ts'
import { renderEvent } from './timeline-event.ts'
import { renderAvatar, renderLogin } from '../parts/render-person.ts'
import { renderTime } from '../parts/render-time.ts'
import type { Markup, RepositoryView } from '../page.ts'

interface Entry {
  time: string
  /** Orders what happened in one second: ids grow, commits come first. */
  id: number
  markup: Promise<Markup>
}

/** Everything that happened on an issue or pull request, oldest first. */
export async function renderTimeline(
  view: RepositoryView,
  issue: Issue,
  pull?: Pull,
  commits: CommitData[] = [],
): Promise<Markup> {
  const entries: Entry[] = [
    ...issue.comments.map((comment) => ({
      time: comment.createdAt,
      id: comment.id,
      markup: renderCommentCard(view, { ...comment, editedAt: comment.updatedAt }, `issuecomment-${comment.id}`),
    })),
    ...issue.timeline.flatMap((event) => {
      const markup = renderEvent(view, event)
      return markup === '' ? [] : [{ time: event.createdAt, id: event.id, markup: Promise.resolve(markup) }]
    }),
    ...(pull ? listReviewEntries(view, pull) : []),
    // A commit may be older than the pull request; it stands at its begin then.
    ...commits.map((commit) => ({
      time: toIso(commit.committer.date) > toIso(issue.createdAt) ? commit.committer.date : issue.createdAt,
      id: 0,
      markup: Promise.resolve(renderCommitEvent(view, commit)),
    })),
  ]
  const ordered = entries.sort((a, b) => toIso(a.time).localeCompare(toIso(b.time)) || a.id - b.id)
  return html`<div class="timeline">${await Promise.all(ordered.map((entry) => entry.markup))}</div>`
}

function toIso(time: string): string {
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? time : new Date(milliseconds).toISOString()
}

function renderCommitEvent(view: RepositoryView, commit: CommitData): Markup {
  return html`<div class="event">
    ${renderIcon('commit')}
    <span class="grow">${renderCommitLine(view, commit)}</span>
    ${renderChecksIcon(view, commit.sha)}
    <a class="sha" href="${view.base}/commit/${commit.sha}">${commit.sha.slice(0, 7)}</a>
  </div>`
}

function listReviewEntries(view: RepositoryView, pull: Pull): Entry[] {
  const submitted = pull.reviews.filter((review) => review.submittedAt !== null)
  const loose = pull.reviewComments.filter(
    (comment) => comment.inReplyTo === null && !submitted.some((review) => review.id === comment.reviewId),
  )
  return [
    ...submitted.map((review) => ({
      time: review.submittedAt ?? '',
      id: review.id,
      markup: renderReview(view, pull, review),
    })),
    ...loose.map((comment) => ({ time: comment.createdAt, id: comment.id, markup: renderThread(view, pull, comment) })),
  ]
}

const reviewVerbs: Record<Review['state'], string> = {
  PENDING: 'has not submitted this review',
  COMMENTED: 'reviewed',
  APPROVED: 'approved these changes',
  CHANGES_REQUESTED: 'requested changes',
  DISMISSED: 'reviewed (dismissed)',
}

async function renderReview(view: RepositoryView, pull: Pull, review: Review): Promise<Markup> {
  const anchor = `pullrequestreview-${review.id}`
  const comments = pull.reviewComments.filter((comment) => comment.reviewId === review.id && comment.inReplyTo === null)
  const threads = await Promise.all(comments.map((comment) => renderThread(view, pull, comment)))
  const commit = html` on
    <a class="sha" href="${view.base}/commit/${review.commitId}">${review.commitId.slice(0, 7)}</a>`
  const card = review.body.trim()
    ? await renderCommentCard(
        view,
        {
          user: review.user,
          body: review.body,
          createdAt: review.submittedAt ?? '',
          reactions: [],
          verb: 'left a review',
        },
        `${anchor}-body`,
      )
    : ''
  // A reply alone makes an empty review of its own; its thread shows it already.
  if (card === '' && threads.length === 0 && review.state === 'COMMENTED') return html``
  return html`<div class="review" id="${anchor}">
    <div class="event review-${review.state.toLowerCase()}">
      ${renderIcon(review.state === 'APPROVED' ? 'check' : review.state === 'CHANGES_REQUESTED' ? 'x' : 'comment')}
      <span
        >${renderAvatar(view.world, review.user)} ${renderLogin(review.user)} ${reviewVerbs[review.state]}${commit}
        <a class="muted" href="#${anchor}">${renderTime(review.submittedAt)}</a></span
      >
    </div>
    ${card} ${threads}
  </div>`
}

async function renderThread(view: RepositoryView, pull: Pull, first: ReviewComment): Promise<Markup> {
  const replies = pull.reviewComments.filter((comment) => comment.inReplyTo === first.id)
  const comments = await Promise.all([first, ...replies].map((comment) => renderReviewComment(view, comment)))
  const hunk = shortenHunk(first.diffHunk)
  return html`<div class="box review-thread">
    <div class="box-head">
      <a href="${view.base}/pull/${pull.number}/files"><code>${first.path}</code></a
      >${first.line === null ? html`<span class="badge">outdated</span>` : html`<span class="muted">line ${first.line}</span>`}
    </div>
    ${hunk === '' ? '' : await renderPatch(view, hunk, [])}
    <div class="thread-body">${comments}${renderReplyForm(view, pull.number, first.id)}</div>
  </div>`
}

/** GitHub shows a comment with the last four lines of its hunk. */
function shortenHunk(hunk: string): string {
  const [header = '', ...lines] = hunk.split('\n')
  const position = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header)
  if (!position || lines.length === 0) return ''
  const dropped = lines.slice(0, -4)
  const kept = lines.slice(-4)
  const count = (side: string[], sign: string) => side.filter((line) => !line.startsWith(sign)).length
  const oldStart = Number(position[1]) + count(dropped, '+')
  const newStart = Number(position[2]) + count(dropped, '-')
  return [`@@ -${oldStart},${count(kept, '+')} +${newStart},${count(kept, '-')} @@`, ...kept].join('\n')
}
