import { html } from 'hono/html'
import { renderCount, t } from '../../language/t.ts'
import type { QueueLine } from '../../terminal/queue-table.ts'
import type { PageContent, Viewer } from '../frame.ts'
import { webhooksPage } from '../links.ts'
import { type Markup, renderEmpty, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { tMarkup } from '../parts/t-markup.ts'

interface WebhooksView {
  webhooks: readonly QueueLine[]
  /** What came before that is not put back. */
  retriedFromMs: number
  /** How many were put back just now. */
  putBack: number | null
  viewer: Viewer | null
}

/** Webhooks of a repository that are dead, with why and a way to put them back, and those that wait. */
export function renderWebhooksPage(view: WebhooksView, repository: string): PageContent {
  const { webhooks, retriedFromMs, putBack, viewer } = view
  const dead = webhooks.filter(({ state }) => state === 'dead')
  const waiting = webhooks.filter(({ state }) => state === 'waiting')
  const isYoung = (one: QueueLine) => Date.parse(one.receivedAt) >= retriedFromMs
  return {
    title: `${t('Webhooks')} · ${repository}`,
    crumbs: [{ name: t('Webhooks'), href: webhooksPage }],
    body: html`<div class="title"><h1>${t('Webhooks')}</h1></div>
      ${putBack === null ? '' : html`<p class="note tone-done" role="status">${putBack === 0 ? t('Nothing was put back: it is not dead any more.') : t('{n} put back, tries counted anew.', { n: putBack })}</p>`}
      <section class="card" aria-labelledby="dead">
        <div class="head">
          <h2 id="dead">${t('Dead')}</h2>
          ${viewer !== null && dead.some(isYoung) ? renderPutBack(viewer, 'all', t('Put all back')) : ''}
        </div>
        <p class="muted">
          ${t('Refused for good, failed ten times, or waiting for three days. They hold nothing up. Once the cause that stands with one is mended, put it back.')}
        </p>
        ${dead.length === 0 ? renderEmpty(t('None is dead.')) : ''}
        ${dead.map((one) => renderDead(one, isYoung(one), viewer))}
      </section>
      <section class="card" aria-labelledby="waiting">
        <h2 id="waiting">${t('Waiting')}</h2>
        ${waiting.length === 0 ? renderEmpty(t('None waits.')) : html`<p class="muted">${t('They are tried again by themselves.')}</p>`}
        <ul class="rows">
          ${waiting.map(
            (one) =>
              html`<li>
                <span>${nameWebhook(one)}</span>
                ${one.fault === null ? '' : html`<span class="muted">${renderInline(one.fault, 500)}</span>`}
              </li>`,
          )}
        </ul>
      </section>`,
  }
}

function renderDead(one: QueueLine, isYoung: boolean, viewer: Viewer | null): Markup {
  return html`<article class="dead">
    <div class="head">
      <h3>${nameWebhook(one)}</h3>
      ${viewer === null || !isYoung ? '' : renderPutBack(viewer, String(one.row), t('Put back'))}
    </div>
    <p>${renderInline(one.fault ?? t('It is not known why.'), 800)}</p>
    ${isYoung ? '' : html`<p class="muted">${t('It is too old to be put back: say it again in the thread.')}</p>`}
  </article>`
}

/** `issue_comment in #7, 21 Nov 03:12 UTC, 10 tries`. */
function nameWebhook({ row, event, partition, receivedAt, attempts }: QueueLine): Markup {
  const [, issue] = partition.split('#')
  return html`<span class="muted">${row}</span>
    ${issue === undefined ? event : t('{event} in #{issue}', { event, issue })}
    <span class="muted"
      >${tMarkup('{name}, {what}', { name: renderWhen(receivedAt), what: renderCount(attempts, 'try', 'tries') })}</span
    >`
}

function renderPutBack({ formToken }: Viewer, row: string, name: string): Markup {
  return html`<form method="post" action="webhooks/retry">
    <input type="hidden" name="form_token" value="${formToken}" />
    <input type="hidden" name="row" value="${row}" />
    <button>${name}</button>
  </form>`
}
