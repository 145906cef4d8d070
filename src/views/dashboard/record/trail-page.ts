import { html } from 'hono/html'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { renderEmpty, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { effectWords } from './effect-words.ts'

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
              <h2 id="owed">${t('Owed')}</h2>
              <p class="muted">${t('Decided, and not confirmed to be done yet; it is tried until it is.')}</p>
              <ul class="rows">
                ${outbox.map((one) => html`<li><span>${t(effectWords[one.action.kind])}</span> <code>${one.op}</code></li>`)}
              </ul>
            </section>`
      }
      <section class="card" aria-labelledby="trail">
        <h2 id="trail">${t('Trail')}</h2>
        ${trail.length === 0 ? renderEmpty(t('Nothing happened yet.')) : ''}
        <ol class="trail">
          ${trail.toReversed().map(
            (entry) =>
              html`<li>
                ${renderWhen(entry.at)} <span>${renderInline(translate(entry.text), 600)}</span>
                ${entry.by === null || entry.text.includes(entry.by) ? '' : html`<span class="muted">${entry.by}</span>`}
              </li>`,
          )}
        </ol>
      </section>`,
  )
}
