import { html } from 'hono/html'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import { useOfPlan } from '../../../domain/records/receipts/spent-on-models.ts'
import { renderDollars, renderTokens } from '../../text/amounts.ts'
import { renderDuration } from '../../text/duration.ts'
import { renderModelUse } from '../../text/model-use.ts'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { renderReceipts } from '../node/runs-section.ts'
import { type Markup, renderEmpty, renderFactList } from '../parts/markup.ts'
import { dayOfRun, leftOut, leftOutShare, type Share, sumReceipts } from './costs.ts'
import { renderCount, t } from '../../language/t.ts'

/** What runs took, by day and by executor, and every receipt. */
export function renderCostsPage(view: IssueView): PageContent {
  const { execution, record, earlier } = view.dossier
  const records = [execution, ...earlier.map((one) => one.execution)].filter((one) => one !== null)
  if (records.every(({ receipts }) => receipts.length === 0))
    return renderIssuePage(view, 'costs', renderEmpty(t('Nothing ran yet, so nothing was spent.')))
  const receipts = records.flatMap((one) => one.receipts)
  const before = records.flatMap(leftOutShare)
  return renderIssuePage(
    view,
    'costs',
    html`<section class="card" aria-labelledby="sum">
        <h2 id="sum">${t('Models')}</h2>
        ${renderFactList([
          [t('planning'), renderModelUse(record.planning_use ?? null) || t('no model was asked')],
          [
            t('work, reviews, debugging'),
            records.map(describeUse).filter(Boolean).join(t('; ')) || t('no model was asked'),
          ],
        ])}
      </section>
      ${renderPlot(t('By day'), [...before, ...sumReceipts(receipts, dayOfRun).toSorted((a, b) => a.name.localeCompare(b.name))])}
      ${renderPlot(
        t('By executor'),
        sumReceipts(receipts, ({ executor }) => executor),
      )}
      <section class="card" aria-labelledby="receipts">
        <h2 id="receipts">${t('Receipts')}</h2>
        ${renderReceipts(receipts)}
      </section>`,
  )
}

function describeUse(execution: ExecutionRecord): string {
  return renderModelUse(useOfPlan(execution))
}

function nameShare({ name }: Share): string {
  if (name === '') return t('not known')
  return name === leftOut ? t('before') : name
}

function describeShare({ durationMs, tokens, costUsd }: Share): string {
  const parts = [
    renderDuration(durationMs),
    ...(tokens === 0 ? [] : [t('{tokens} tokens', { tokens: renderTokens(tokens) })]),
    ...(costUsd === 0 ? [] : [renderDollars(costUsd)]),
  ]
  return parts.join(t(', '))
}

/** A bar each, as long as its dollars; as its time, where no run has a price. */
function renderPlot(name: string, shares: readonly Share[]): Markup {
  const isPriced = shares.some(({ costUsd }) => costUsd > 0)
  const sizeOf = (share: Share) => (isPriced ? share.costUsd : share.durationMs)
  const most = Math.max(...shares.map(sizeOf), 1e-9)
  return html`<section class="card">
    <div class="head">
      <h2>${name}</h2>
      <span class="muted">${isPriced ? t('bars: dollars') : t('bars: time')}</span>
    </div>
    <div class="bars">
      ${shares.map(
        (share) =>
          html`<div class="measure">
            <span class="name">${nameShare(share)}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" width="100" height="6" />
              <rect class="value" width="${((sizeOf(share) / most) * 100).toFixed(1)}" height="6" />
            </svg>
            <span class="percent">${renderCount(share.runs, 'run')}</span>
            <span class="words">${describeShare(share)}</span>
          </div>`,
      )}
    </div>
  </section>`
}
