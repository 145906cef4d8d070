import { parsePatch, type StructuredPatchHunk } from 'diff'
import { html } from 'hono/html'
import type { FileChange } from '../../handler/git-store.ts'
import type { ReviewComment } from '../../world/world.ts'
import { linkFile } from '../links.ts'
import { renderReviewComment } from './render-comment.ts'
import type { Markup, RepositoryView } from '../page.ts'

export interface DiffOptions {
  /** Commit at which the changed files are shown. */
  sha: string
  /** Review comments to put below their lines. */
  comments?: ReviewComment[]
  /** What goes below a file, e.g. a form to comment on one of its lines. */
  footer?: (file: FileChange) => Markup
}

/** Changed files with their patches, GitHub's unified view. */
export async function renderDiff(view: RepositoryView, changes: FileChange[], options: DiffOptions): Promise<Markup> {
  const additions = changes.reduce((sum, file) => sum + file.additions, 0)
  const deletions = changes.reduce((sum, file) => sum + file.deletions, 0)
  const files = await Promise.all(changes.map((file) => renderFile(view, file, options)))
  return html`<p class="diff-stat">
      <b>${changes.length} changed file${changes.length === 1 ? '' : 's'}</b>
      <span class="added">+${additions}</span> <span class="removed">−${deletions}</span>
    </p>
    ${files}`
}

async function renderFile(view: RepositoryView, file: FileChange, options: DiffOptions): Promise<Markup> {
  const name = file.previousFilename ? `${file.previousFilename} → ${file.filename}` : file.filename
  const link =
    file.status === 'removed'
      ? html`${name}`
      : html`<a href="${linkFile(view.base, 'blob', options.sha, file.filename)}">${name}</a>`
  const comments = (options.comments ?? []).filter((comment) => comment.path === file.filename)
  return html`<details class="box diff-file" open>
    <summary class="box-head">
      <code>${link}</code>
      <span
        ><span class="badge">${file.status}</span> <span class="added">+${file.additions}</span>
        <span class="removed">−${file.deletions}</span></span
      >
    </summary>
    ${file.patch === null ? html`<p class="blank">No text difference to show.</p>` : await renderPatch(view, file.patch, comments)}
    ${options.footer?.(file) ?? ''}
  </details>`
}

/** A table of lines; a comment stands below the line it is about. */
export async function renderPatch(view: RepositoryView, patch: string, comments: ReviewComment[]): Promise<Markup> {
  const hunks = parsePatch(patch)[0]?.hunks ?? []
  const rendered = await Promise.all(hunks.map((hunk) => renderHunk(view, hunk, comments)))
  return html`<div class="diff-scroll">
    <table class="diff">
      ${rendered}
    </table>
  </div>`
}

async function renderHunk(view: RepositoryView, hunk: StructuredPatchHunk, comments: ReviewComment[]): Promise<Markup> {
  let oldLine = hunk.oldStart
  let newLine = hunk.newStart
  const rows: Markup[] = []
  for (const line of hunk.lines) {
    const sign = line.charAt(0)
    const onLeft = sign !== '+' && sign !== '\\' ? oldLine++ : null
    const onRight = sign !== '-' && sign !== '\\' ? newLine++ : null
    const kind = sign === '+' ? 'line-added' : sign === '-' ? 'line-removed' : ''
    rows.push(
      html`<tr class="${kind}">
        <td class="number">${onLeft}</td>
        <td class="number">${onRight}</td>
        <td class="sign">${sign === '\\' ? '' : sign}</td>
        <td class="text">${line.slice(1)}</td>
      </tr>`,
    )
    const below = comments.filter(
      (comment) => comment.line !== null && comment.line === (comment.side === 'LEFT' ? onLeft : onRight),
    )
    if (below.length > 0) rows.push(await renderThread(view, below))
  }
  // The parser counts empty sides from 1, git and GitHub from 0.
  const oldStart = hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart
  const newStart = hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart
  const header = `@@ -${oldStart},${hunk.oldLines} +${newStart},${hunk.newLines} @@`
  return html`<tr class="hunk">
      <td class="number" colspan="2"></td>
      <td colspan="2">${header}</td>
    </tr>
    ${rows}`
}

async function renderThread(view: RepositoryView, comments: ReviewComment[]): Promise<Markup> {
  const rendered = await Promise.all(comments.map((comment) => renderReviewComment(view, comment)))
  return html`<tr class="thread">
    <td colspan="4"><div class="thread-body">${rendered}</div></td>
  </tr>`
}
