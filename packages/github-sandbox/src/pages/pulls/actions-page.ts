import { html } from 'hono/html'
import { renderStateIcon } from '../parts/checks-state.ts'
import { linkFile } from '../links.ts'
import { renderTime } from '../parts/render-time.ts'
import type { Page, RepositoryView } from '../page.ts'

/** Workflow runs, newest first, with the inputs they were dispatched with. */
export function renderActionsPage(view: RepositoryView): Page {
  const rows = view.repository.workflowRuns.toReversed().map((run) => {
    const state = run.status !== 'completed' ? 'pending' : run.conclusion === 'success' ? 'success' : 'failure'
    const inputs = Object.entries(run.inputs).map(([name, value]) => html` <code>${name}: ${shorten(value)}</code>`)
    const jobs = (run.jobs ?? []).map(
      (job) => html`<div class="muted">${job.name}: ${job.conclusion ?? job.status}</div>`,
    )
    return html`<li class="row" id="run-${run.id}">
      <div>
        ${renderStateIcon(state)} <b>${run.title ?? run.workflow}</b>${inputs}
        <div class="muted">
          ${run.event} by ${run.actor} · ${run.conclusion ?? run.status} · ${renderTime(run.createdAt)}
        </div>
        ${jobs}
      </div>
      <span
        ><a class="branch" href="${linkFile(view.base, 'tree', run.headBranch)}">${run.headBranch}</a>
        <a class="sha" href="${view.base}/commit/${run.headSha}">${run.headSha.slice(0, 7)}</a></span
      >
    </li>`
  })
  return {
    title: `Workflow runs · ${view.base.slice(1)}`,
    tab: 'actions',
    body: html`<h1>Workflow runs</h1>
      ${
        rows.length === 0
          ? html`<p class="blank box">No workflow has run yet.</p>`
          : html`<ul class="box">
              ${rows}
            </ul>`
      }`,
  }
}

const mostShown = 60

function shorten(value: string): string {
  return value.length > mostShown ? `${value.slice(0, mostShown)}…` : value
}
