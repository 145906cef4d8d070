import { html } from 'hono/html'
import type { Review } from '../../../domain/records/review.ts'
import { verdictPath } from '../../../domain/records/review.ts'
import { renderScore } from '../../text/amounts.ts'
import {
  type Markup,
  renderVerbatim,
  renderEmpty,
  renderFactList,
  renderHash,
  renderLink,
  renderFound,
} from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderState, standingOfCheck } from '../parts/tones.ts'
import type { TaskView } from './task-view.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { sayReviewer } from '../parts/say-reviewer.ts'

/** Point 5 of spec 003 §6: every run of the CHECK with its file as it stands, score and grounds; the newest first. */
export function renderCheckSection(view: TaskView): Markup {
  const { check, reviews, status } = view
  return html`<section class="card" aria-labelledby="check">
    <div class="head">
      <h2 id="check"><span class="point">5</span> ${t('Check {id}', { id: check?.id ?? '' })}</h2>
      <span class="muted"
        >${check === null ? '' : t('reviewer: {who}', { who: sayReviewer(check.reviewer) })}${status.check === null ? '' : ` · ${standingOfCheck(status)[1]}`}</span
      >
    </div>
    ${reviews.length === 0 ? renderEmpty(t('No review has a verdict yet. It gives APPROVED.md or REJECTED.md.')) : ''}
    ${reviews.toReversed().map((review, index) => renderReview(view, review, index === 0))}
  </section>`
}

function renderReview({ files, links }: TaskView, review: Review, isNewest: boolean): Markup {
  const isApproved = review.verdict === 'APPROVED'
  const path = review.file?.path ?? verdictPath(review)
  const text = files.get(path) ?? null
  return html`<details class="review" id="review-${review.review_id}" ${isNewest ? 'open' : ''}>
    <summary>
      ${renderState(isApproved ? 'done' : 'redo', t(review.verdict))}
      <strong>${t('version {n}', { n: review.version })}</strong
      >${t(', score {score}', { score: renderScore(review.score) })}
      <span class="muted">${sayReviewer(review.reviewer)} · ${renderWhen(review.submitted_at)}</span>
    </summary>
    ${renderList(t('Why'), review.why)} ${renderList(t('To change'), review.to_change)}
    ${renderFactList([
      ['review_id', html`<code>${review.review_id}</code>`],
      ['reviewed_artifact_id', html`<code>${review.reviewed_artifact_id}</code>`],
      [t('file'), renderLink(html`<code>${path}</code>`, links?.verdictFile(review) ?? null)],
      ['sha256', review.file === null ? null : renderHash(review.file.sha256, 16)],
    ])}
    ${text === null ? renderEmpty(t('The file is not on the branch.')) : renderVerbatim(text, `${review.verdict}.md`)}
  </details>`
}

function renderList(name: string, sentences: readonly string[]): Markup {
  if (sentences.length === 0) return html``
  return html`<h3>${name}</h3>
    <ul>
      ${sentences.map((one) => html`<li>${renderFound(translate(one), 800)}</li>`)}
    </ul>`
}
