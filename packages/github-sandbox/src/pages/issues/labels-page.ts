import { html } from 'hono/html'
import { renderLabel } from '../parts/render-label.ts'
import type { Page, RepositoryView } from '../page.ts'

export function renderLabelsPage(view: RepositoryView): Page {
  const rows = view.repository.labels.map((label) => {
    const open = view.repository.issues.filter(
      (issue) => issue.state === 'open' && issue.labels.includes(label.name),
    ).length
    return html`<li class="row">
      <span
        ><a href="${view.base}/issues?label=${encodeURIComponent(label.name)}"
          >${renderLabel(view.repository, label.name)}</a
        >
        <span class="muted">${label.description ?? ''}</span></span
      >
      <span class="muted">${open} open</span>
    </li>`
  })
  return {
    title: `Labels · ${view.base.slice(1)}`,
    tab: 'issues',
    body: html`<h1>Labels</h1>
      <ul class="box">
        ${rows}
      </ul>`,
  }
}
