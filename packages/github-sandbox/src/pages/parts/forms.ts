import { html } from 'hono/html'
import type { Issue, Pull } from '../../world/world.ts'
import { renderPersonSelect } from './render-person.ts'
import type { Markup, RepositoryView } from '../page.ts'

/** The comment box below a conversation; what it does is the value of the button pressed (see plan-calls.ts). */
export function renderConversationForm(view: RepositoryView, issue: Issue, pull: Pull | undefined): Markup {
  const review = pull && issue.state === 'open'
  const change = pull?.merged
    ? ''
    : issue.state === 'open'
      ? html`<button name="do" value="close">Close</button>`
      : html`<button name="do" value="reopen">Reopen</button>`
  return html`<form class="box composer" id="composer" method="post" action="${view.base}/issues/${issue.number}">
    <div class="box-head">Add a comment ${renderPersonSelect(view)}</div>
    <textarea
      name="text"
      rows="5"
      aria-label="Comment"
      placeholder="Markdown; slash commands at the start of a line"
    ></textarea>
    <div class="buttons">
      ${change}
      ${
        review
          ? html`<button name="do" value="request_changes">Request changes</button>
              <button name="do" value="approve">Approve</button>
              <button name="do" value="review">Review: comment</button>`
          : ''
      }
      <button class="button-primary" name="do" value="comment">Comment</button>
    </div>
  </form>`
}

/** Adds a label or takes one away. */
export function renderLabelForm(view: RepositoryView, issue: Issue): Markup {
  const options = view.repository.labels.map((label) => {
    const held = issue.labels.includes(label.name)
    return html`<option value="${label.name}">${held ? '✓ ' : ''}${label.name}</option>`
  })
  return html`<form class="label-form" method="post" action="${view.base}/issues/${issue.number}">
    <select name="label" aria-label="Label">
      ${options}
    </select>
    ${renderPersonSelect(view)}
    <span class="buttons"
      ><button name="do" value="add_label">Add</button> <button name="do" value="remove_label">Remove</button></span
    >
  </form>`
}

/** Merges with the expected head, so that a push in between is refused as on GitHub. */
export function renderMergeForm(view: RepositoryView, pull: Pull): Markup {
  return html`<form class="buttons" method="post" action="${view.base}/issues/${pull.number}">
    <input type="hidden" name="sha" value="${pull.head.sha}" />
    <button class="button-primary" name="do" value="merge">Merge pull request</button> ${renderPersonSelect(view)}
  </form>`
}

/** Answers a review comment in its thread. */
export function renderReplyForm(view: RepositoryView, number: number, comment: number): Markup {
  return html`<details class="reply">
    <summary>Reply</summary>
    <form method="post" action="${view.base}/issues/${number}">
      <input type="hidden" name="comment" value="${comment}" />
      <textarea name="text" rows="3" aria-label="Reply" required></textarea>
      <div class="buttons">
        ${renderPersonSelect(view)} <button class="button-primary" name="do" value="reply">Reply</button>
      </div>
    </form>
  </details>`
}

/** Comments on one line of a changed file (its new side). */
export function renderLineForm(view: RepositoryView, pull: Pull, path: string): Markup {
  return html`<details class="reply">
    <summary>Comment on a line</summary>
    <form method="post" action="${view.base}/issues/${pull.number}">
      <input type="hidden" name="path" value="${path}" />
      <input type="hidden" name="sha" value="${pull.head.sha}" />
      <label>Line <input type="number" name="line" min="1" required /></label>
      <textarea name="text" rows="3" aria-label="Comment" required></textarea>
      <div class="buttons">
        ${renderPersonSelect(view)} <button class="button-primary" name="do" value="line_comment">Comment</button>
      </div>
    </form>
  </details>`
}
