import { html } from 'hono/html'
import type { CheckRun, Status } from '../../world/world.ts'
import { decideRunState, decideStatusState, renderStateIcon } from '../parts/checks-state.ts'
import { renderComment } from '../markdown/render-markdown.ts'
import { renderDuration, renderTime } from '../parts/render-time.ts'
import { linkFile } from '../links.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

/** A line for each check run and status. */
export function renderCheckRows(view: RepositoryView, runs: CheckRun[], statuses: Status[]): Markup {
  return html`<ul>
    ${runs.map(
      (run) =>
        html`<li class="row">
          <span
            >${renderStateIcon(decideRunState(run))} <a href="${view.base}/runs/${run.id}"><b>${run.name}</b></a>
            <span class="muted">${run.output.title ?? run.conclusion ?? run.status}</span></span
          ><span class="muted">${renderAppName(view, run)}</span>
        </li>`,
    )}
    ${statuses.map(
      (status) =>
        html`<li class="row">
          <span
            >${renderStateIcon(decideStatusState(status))} <b>${status.context}</b>
            <span class="muted">${status.description ?? status.state}</span></span
          >${renderTarget(status)}
        </li>`,
    )}
  </ul>`
}

/** A check run with everything it put out: summary, text, annotations, and the actions it offers. */
export async function renderCheckRunPage(view: RepositoryView, run: CheckRun): Promise<Page> {
  const pull = view.repository.pulls.find((candidate) => candidate.head.sha === run.headSha)
  const { title, summary, text } = run.output
  const duration = run.completedAt === null ? '' : html` in ${renderDuration(run.startedAt, run.completedAt)}`
  return {
    title: `${run.name} · ${title ?? run.status}`,
    tab: pull ? 'pulls' : 'code',
    body: html`<div class="issue-title">
        <h1>${renderStateIcon(decideRunState(run))} ${run.name}</h1>
        <p class="muted">
          ${renderAppName(view, run)} · ${run.conclusion ?? run.status}${duration} · ${renderTime(run.startedAt)} ·
          commit
          <a class="sha" href="${view.base}/commit/${run.headSha}">${run.headSha.slice(0, 7)}</a>
          ${pull ? html` · <a href="${view.base}/pull/${pull.number}">pull request #${pull.number}</a>` : ''}
        </p>
      </div>
      <div class="box check-output">
        ${title === null ? '' : html`<h2>${title}</h2>`}
        ${summary === null ? html`<p class="muted">No summary.</p>` : html`<div class="markdown-body">${await renderComment(summary, view)}</div>`}
        ${
          text === null
            ? ''
            : html`<hr />
                <div class="markdown-body">${await renderComment(text, view)}</div>`
        }
      </div>
      ${renderAnnotations(view, run)} ${renderActions(run)}`,
  }
}

function renderAppName(view: RepositoryView, run: CheckRun): string {
  return view.world.apps.find((app) => app.id === run.appId)?.name ?? `App ${run.appId}`
}

function renderTarget(status: Status): Markup | '' {
  return status.targetUrl !== null && /^https?:/.test(status.targetUrl)
    ? html`<a href="${status.targetUrl}">Details</a>`
    : ''
}

function renderAnnotations(view: RepositoryView, run: CheckRun): Markup | '' {
  if (run.annotations.length === 0) return ''
  const rows = run.annotations.map((annotation) => {
    const read = (key: string) => {
      const value = annotation[key]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    }
    const level = read('annotation_level')
    const place = html`<a href="${linkFile(view.base, 'blob', run.headSha, read('path'))}#L${read('start_line')}"
      >${read('path')}:${read('start_line')}</a
    >`
    return html`<li class="annotation annotation-${level === 'failure' || level === 'warning' ? level : 'notice'}">
      <div><b>${read('title') || level}</b> <code>${place}</code></div>
      <pre>${read('message')}</pre>
    </li>`
  })
  return html`<h2>Annotations</h2>
    <ul class="box">
      ${rows}
    </ul>`
}

function renderActions(run: CheckRun): Markup | '' {
  if (run.actions.length === 0) return ''
  const rows = run.actions.map(
    (action) =>
      html`<li class="row">
        <span><b>${action.label}</b> <span class="muted">${action.description}</span></span
        ><code>${action.identifier}</code>
      </li>`,
  )
  return html`<h2>Offered actions</h2>
    <ul class="box">
      ${rows}
    </ul>`
}
