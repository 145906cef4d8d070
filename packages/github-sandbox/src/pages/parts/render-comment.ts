import { html } from 'hono/html'
import type { Comment, Reaction, ReviewComment } from '../../world/world.ts'
import { renderComment } from '../markdown/render-markdown.ts'
import { renderAssociation, renderAvatar, renderLogin } from './render-person.ts'
import { renderTime } from './render-time.ts'
import type { Markup, RepositoryView } from '../page.ts'

const reactionSigns: Record<Reaction['content'], string> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  confused: '😕',
  heart: '❤️',
  hooray: '🎉',
  rocket: '🚀',
  eyes: '👀',
}

/** A comment as a card with its author, time, text and reactions; `anchor` is GitHub's (`issuecomment-7`). */
export async function renderCommentCard(view: RepositoryView, comment: CardComment, anchor: string): Promise<Markup> {
  const body = comment.body?.trim()
    ? await renderComment(comment.body, view)
    : html`<p class="muted"><i>No description provided.</i></p>`
  const edited =
    comment.editedAt && comment.editedAt !== comment.createdAt
      ? html` · <span title="${comment.editedAt}">edited</span>`
      : ''
  const via = comment.viaApp && !comment.user.endsWith('[bot]') ? html` with ${comment.viaApp}` : ''
  return html`<div class="comment" id="${anchor}">
    ${renderAvatar(view.world, comment.user)}
    <div class="box">
      <div class="box-head">
        <span
          >${renderLogin(comment.user)} ${comment.verb ?? 'commented'}
          <a class="muted" href="#${anchor}">${renderTime(comment.createdAt)}</a>${via}${edited}</span
        >
        <span>${renderAssociation(view, comment.user)}</span>
      </div>
      ${fold(comment, html`<div class="markdown-body comment-body">${body}</div>`)}
      ${renderReactions(comment.reactions)}
    </div>
  </div>`
}

/** As GitHub does: one line that says why, the text behind it. */
function fold({ minimized }: CardComment, body: Markup): Markup {
  if (minimized === undefined) return body
  return html`<details class="minimized">
    <summary class="muted">This comment was marked as ${minimized}.</summary>
    ${body}
  </details>`
}

export interface CardComment {
  user: string
  body: string | null
  createdAt: string
  /** Absent where it isn't known: an issue's `updatedAt` moves with every label. */
  editedAt?: string
  reactions: Reaction[]
  /** Why it is folded away. */
  minimized?: string
  viaApp?: string | null
  verb?: string
}

/** A comment on a line of a diff, in a thread. */
export async function renderReviewComment(view: RepositoryView, comment: ReviewComment): Promise<Markup> {
  const anchor = `discussion_r${comment.id}`
  return html`<div class="review-comment" id="${anchor}">
    <div>
      ${renderAvatar(view.world, comment.user)} ${renderLogin(comment.user)}
      <a class="muted" href="#${anchor}">${renderTime(comment.createdAt)}</a>
    </div>
    <div class="markdown-body">${await renderComment(comment.body, view)}</div>
    ${renderReactions(comment.reactions)}
  </div>`
}

function renderReactions(reactions: Comment['reactions']): Markup | '' {
  if (reactions.length === 0) return ''
  const kinds = [...new Set(reactions.map((reaction) => reaction.content))]
  return html`<div class="reactions">
    ${kinds.map((kind) => {
      const users = reactions.filter((reaction) => reaction.content === kind).map((reaction) => reaction.user)
      return html`<span class="reaction" title="${users.join(', ')}">${reactionSigns[kind]} ${users.length}</span>`
    })}
  </div>`
}
