import { html } from 'hono/html'
import { type Markup, renderHash } from '../parts/markup.ts'
import { renderState } from '../parts/tones.ts'
import { newestVerdict, roleOfVersion, type TaskView, type VersionRole } from './task-view.ts'
import { renderScore } from '../../text/amounts.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { sayReviewer } from '../parts/say-reviewer.ts'

/** Point 6 of spec 003 §6: which version is the deliverable, and which is only a candidate. */
export function renderStandingSection(view: TaskView): Markup {
  const { versions, reviews } = view
  const deliverable = versions.find((one) => roleOfVersion(view, one) === 'deliverable')
  const newest = versions.at(-1)
  const candidate = newest !== undefined && newest !== deliverable ? newest : undefined
  const role = candidate === undefined ? 'candidate' : roleOfVersion(view, candidate)
  const words = candidateWords[role]
  const isBad = role === 'rejected' || role === 'failed'
  return html`<section class="card standing" aria-labelledby="standing">
    <h2 id="standing">${t('What is delivered')}</h2>
    <div class="pair">
      <div>
        <h3>${t('The deliverable')}</h3>
        ${
          deliverable === undefined
            ? html`<p class="empty">
                ${t('No version is approved yet: nothing of this task is handed on or exported.')}
              </p>`
            : html`<p>
                  ${renderState(view.node?.approval_stale === true ? 'stale' : 'done', t('Version {n}', { n: deliverable.version }))}
                  ${renderVerdictOf(newestVerdict(reviews, deliverable))} <br />
                  <a href="#v${deliverable.version}">${t('artifact')}</a> ${renderHash(deliverable.artifact_id, 13)}
                </p>
                ${view.node?.approval_stale === true ? html`<p>${t('An input changed since it was approved.')}</p>` : ''}`
        }
      </div>
      <div>
        <h3>${t('Only a candidate')}</h3>
        ${
          candidate === undefined
            ? html`<p class="empty">
                ${newest === undefined ? t('There is no version yet.') : t('None: the newest version is the deliverable.')}
              </p>`
            : html`<p>
                ${renderState(isBad ? 'redo' : 'review', t('Version {n}', { n: candidate.version }))}
                ${words === undefined ? '' : t(words)} <br />
                <a href="#v${candidate.version}">${t('artifact')}</a> ${renderHash(candidate.artifact_id, 13)}
              </p>`
        }
      </div>
    </div>
  </section>`
}

/** What the newest version is, where it is not the deliverable. */
const candidateWords: Partial<Record<VersionRole, PlainMessage>> = {
  candidate: 'waits for its review',
  failed: 'failed its own tests, so no review sees it',
  rejected: 'was rejected',
  replaced: 'is replaced',
}

function renderVerdictOf(review: ReturnType<typeof newestVerdict>): Markup {
  return review === undefined
    ? html``
    : html`${t('approved with {score} by {who}', { score: renderScore(review.score), who: sayReviewer(review.reviewer) })}`
}
