import { html } from 'hono/html'
import type { PageContent } from '../frame.ts'
import type { SessionOverview } from '../dossier.ts'
import { issueHref, sessionsPage } from '../links.ts'
import { type Markup, renderEmpty, renderFactList, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderState, type StateTone } from '../parts/tones.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'

const tones: Record<SessionOverview['state']['queue'][number]['status'], StateTone> = {
  pending: 'idle',
  executing: 'working',
  completed: 'done',
  failed: 'redo',
}

/** Sessions and their queues (spec 001), with what failed and why; the newest first. */
export function renderSessionsPage(sessions: readonly SessionOverview[], repository: string): PageContent {
  return {
    title: `${t('Sessions')} · ${repository}`,
    crumbs: [{ name: t('Sessions'), href: sessionsPage }],
    body: html`<div class="title"><h1>${t('Sessions and queue')}</h1></div>
      ${sessions.length === 0 ? renderEmpty(t('There is no session yet: the first issue begins one.')) : sessions.map(renderSession)}`,
  }
}

function renderSession({ id, state }: SessionOverview): Markup {
  return html`<section class="card">
    <div class="head">
      <h2><code>${id}</code></h2>
      <span class="muted">${[t(state.status), t(state.phase)].join(t(', '))}</span>
    </div>
    ${renderFactList([
      [t('begun'), renderWhen(state.created_at)],
      [t('changed'), renderWhen(state.updated_at)],
      [
        t('issues'),
        t('{n}, {completed} completed, {failed} failed', {
          n: state.context.total_issues,
          completed: state.context.completed_count,
          failed: state.context.failed_count,
        }),
      ],
    ])}
    <h3>${t('Queue')}</h3>
    ${state.queue.length === 0 ? renderEmpty(t('Nothing is queued.')) : ''}
    <ul class="rows">
      ${state.queue
        .toReversed()
        .slice(0, 100)
        .map(
          (item) =>
            html`<li>
              <span
                >${item.item_id} <a href="${issueHref(item.issue_id)}">${item.issue_id}</a>
                <span class="muted">${item.solution_id}</span></span
              >
              ${renderState(tones[item.status], t(item.status))}
            </li>`,
        )}
    </ul>
    ${
      state.errors.length === 0
        ? ''
        : html`<h3>${t('What failed, and why')}</h3>
            <ul>
              ${state.errors
                .toReversed()
                .slice(0, 50)
                .map(
                  (one) =>
                    html`<li>
                      ${renderWhen(one.timestamp)}
                      <code>${one.action}</code> ${renderInline(translate(one.message), 800)}
                    </li>`,
                )}
            </ul>`
    }
  </section>`
}
