import { html } from 'hono/html'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { renderEmpty, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'

/** What happened, the newest first. */
export function renderTrailPage(view: IssueView): PageContent {
  const { trail, outbox } = view.dossier.record
  return renderIssuePage(
    view,
    'trail',
    html`${
        outbox.length === 0
          ? ''
          : html`<section class="card" aria-labelledby="owed">
              <h2 id="owed">Owed</h2>
              <p class="muted">Decided, and not confirmed to be done yet; it is tried until it is.</p>
              <ul class="rows">
                ${outbox.map((one) => html`<li><span>${one.action.kind.replaceAll('_', ' ')}</span> <code>${one.op}</code></li>`)}
              </ul>
            </section>`
      }
      <section class="card" aria-labelledby="trail">
        <h2 id="trail">Trail</h2>
        ${trail.length === 0 ? renderEmpty('Nothing happened yet.') : ''}
        <ol class="trail">
          ${trail.toReversed().map(
            (entry) =>
              html`<li>
                ${renderWhen(entry.at)} <span>${renderInline(entry.text, 600)}</span>
                ${entry.by === null || entry.text.includes(entry.by) ? '' : html`<span class="muted">${entry.by}</span>`}
              </li>`,
          )}
        </ol>
      </section>`,
  )
}
