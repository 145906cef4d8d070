import { html } from 'hono/html'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import { useOfReceipt } from '../../../domain/records/receipts/spent-on-models.ts'
import { renderCount, t } from '../../language/t.ts'
import { renderDuration } from '../../text/duration.ts'
import { renderModelUse } from '../../text/model-use.ts'
import { type Markup, renderEmpty, renderHash, renderLink } from '../parts/markup.ts'
import type { TaskView } from './task-view.ts'
import type { MessageKey } from '../../../domain/language/message.ts'
import { tMarkup } from '../parts/t-markup.ts'
import { findLastWords } from '../../status/last-words.ts'

const outcomes = {
  changed: 'made a version',
  nothing: 'changed nothing',
  failed: 'failed',
  stuck: 'could not go on',
  handed_over: 'handed over to a person',
  left: 'was ended',
  reviewed: 'reviewed',
} as const satisfies Record<Receipt['outcome'], MessageKey>

/** What each run and review took, by its receipt. */
export function renderRuns({ receipts }: TaskView): Markup {
  return html`<section class="card" aria-labelledby="runs">
    <div class="head">
      <h2 id="runs">${t('Runs and what they took')}</h2>
      <span class="muted">${renderCount(receipts.length, 'receipt')}</span>
    </div>
    ${receipts.length === 0 ? renderEmpty(t('Nothing ran for it yet; what people push leaves no receipt.')) : renderReceipts(receipts)}
  </section>`
}

export function renderReceipts(receipts: readonly Receipt[]): Markup {
  return html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">${t('run')}</th>
        <th scope="col">${t('by')}</th>
        <th scope="col">${t('came to')}</th>
        <th scope="col">${t('took')}</th>
        <th scope="col">${t('models')}</th>
      </tr>
    </thead>
    <tbody>
      ${receipts.map(
        (receipt) =>
          html`<tr>
            <th scope="row">${receipt.task} ${renderHash(receipt.run_id, 13)}</th>
            <td data-name="${t('by')}" class="wraps">
              ${receipt.executor}
              <span class="muted">${receipt.version}</span
              >${receipt.job === undefined ? '' : tMarkup(' in {where}', { where: renderLink(t('a job'), receipt.job) })}
            </td>
            <td data-name="${t('came to')}" class="wraps">
              ${t(outcomes[receipt.outcome])}${receipt.exit_code === null ? '' : t(', exit code {n}', { n: receipt.exit_code })}${renderSaid(receipt)}
            </td>
            <td data-name="${t('took')}" class="number">${renderDuration(receipt.duration_ms)}</td>
            <td data-name="${t('models')}" class="wraps">
              ${renderModelUse(useOfReceipt(receipt)) || t('none asked')}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function renderSaid(receipt: Receipt): Markup | '' {
  const words = findLastWords(receipt)
  return words === '' ? '' : html`<p class="note">${words}</p>`
}
