import { html } from 'hono/html'
import { comparePlans, type PlanChange } from '../../../domain/plan/difference/plan-difference.ts'
import type { PlanRound } from '../../../domain/plan/plan-round.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import { renderScore } from '../../text/amounts.ts'
import type { EarlierPlan } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { type Markup, renderVerbatim, renderEmpty, renderFactList, renderHash, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderTaskState } from '../parts/tones.ts'

/** How the plan came to be: rounds, revisions, plans before it, and the text that it was read from (spec 003 §5). */
export function renderPlanningPage(view: IssueView): PageContent {
  const { plan, record, earlier } = view.dossier
  const rounds = plan === null ? record.rounds : plan.rounds
  return renderIssuePage(
    view,
    'planning',
    html`${plan === null ? '' : renderPlanFacts(plan)}
      <section class="card" aria-labelledby="rounds">
        <h2 id="rounds">Rounds of planning</h2>
        ${rounds.length === 0 ? renderEmpty('No round was recorded.') : rounds.map(renderRound)}
      </section>
      ${renderRevisions(record)}
      ${earlier.map((one, index) => renderEarlier(one, index === 0 ? plan : (earlier[index - 1]?.plan ?? null)))}
      <section class="card" aria-labelledby="text">
        <h2 id="text">The issue’s text, as it was planned</h2>
        <p class="muted">
          By ${record.frozen.author}, frozen ${renderWhen(record.frozen.at)}, sha256 ${renderHash(record.frozen.sha256)}
        </p>
        ${renderVerbatim(record.frozen.body, 'Text of the issue')}
        ${
          record.guidance === null
            ? ''
            : html`<h3>What people said to it</h3>
                ${renderVerbatim(record.guidance, 'Guidance')}`
        }
      </section>`,
  )
}

function renderPlanFacts(plan: NonNullable<IssueView['dossier']['plan']>): Markup {
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">Plan ${renderHash(plan.hash, 7)}</h2>
    ${renderFactList([
      ['id', html`<code>${plan.id}</code>`],
      ['hash', html`<code class="long">${plan.hash}</code>`],
      ['made', html`${renderWhen(plan.created_at)} by ${plan.planner}`],
      ['strategy', plan.strategy_type],
      ['risk, impact, complexity', `${plan.analysis.risk}, ${plan.analysis.impact}, ${plan.analysis.complexity}`],
      ['score', plan.score === null ? null : renderScore(plan.score)],
      ...plan.score_parts.map(
        ({ name, weight, score, reasons }) =>
          [
            name,
            html`${renderScore(score)} × ${Math.round(weight * 100)}
            %${reasons.length === 0 ? '' : html`<span class="muted"> ${renderInline(reasons.slice(0, 3).join(' '), 300)}</span>`}`,
          ] as const,
      ),
    ])}
    ${
      plan.notes.length === 0
        ? ''
        : html`<h3>Notes</h3>
            <ul>
              ${plan.notes.map((note) => html`<li>${renderInline(note, 600)}</li>`)}
            </ul>`
    }
  </section>`
}

function renderRound({ number, findings, score, feasibility, splits, reading, unadvised = [] }: PlanRound): Markup {
  return html`<h3>
      Round ${number}${score === null ? '' : html` <span class="muted">score ${renderScore(score)}</span>`}
    </h3>
    <ul>
      ${findings.length === 0 ? html`<li>PLAN_REVIEW: no fault</li>` : findings.map((one) => html`<li>${one.nodes.join(', ')}: ${renderInline(one.message)}</li>`)}
      ${feasibility.map(
        (one) =>
          html`<li>
            FEASIBILITY_CHECK: ${one.task}
            ${one.person_days_before === one.person_days ? '' : `${one.person_days_before} → `}${one.person_days}
            person-days, ${one.one_shot_pass ? 'feasible in one go' : 'too large'}: ${renderInline(one.why)}
          </li>`,
      )}
      ${splits.map((one) => html`<li>Split: ${one.task} → ${one.into.join(', ')}, along ${one.along.replaceAll('_', ' ')}</li>`)}
      ${(reading?.findings ?? []).map((one) => html`<li>${reading?.by}: ${one.nodes.join(', ')}: ${renderInline(one.message)}</li>`)}
      ${unadvised.map((one) => html`<li>${renderInline(one)}</li>`)}
    </ul>`
}

function renderRevisions({ revisions }: IssRecord): Markup {
  if (revisions.length === 0) return html``
  return html`<section class="card" aria-labelledby="revisions">
    <h2 id="revisions">Revisions</h2>
    ${revisions.toReversed().map(
      (one) =>
        html`<h3>
            <code>${one.from_hash.slice(0, 7)}</code> → <code>${one.to_hash.slice(0, 7)}</code>
            <span class="muted">${one.by}, ${renderWhen(one.at)}</span>
          </h3>
          <p>${renderInline(one.why)}</p>
          ${renderChanges(one.changes)}`,
    )}
  </section>`
}

function renderEarlier({ plan, tasks }: EarlierPlan, next: IssueView['dossier']['plan']): Markup {
  return html`<section class="card">
    <details>
      <summary>
        <strong>Earlier plan ${renderHash(plan.hash, 7)}</strong>
        <span class="muted">${plan.id}, made ${renderWhen(plan.created_at)}</span>
      </summary>
      <p>${renderInline(plan.description, 600)}</p>
      <ul class="rows">
        ${tasks.map((task) => html`<li><span>${task.id} ${renderInline(task.title, 200)}</span> ${renderTaskState(task)}</li>`)}
      </ul>
      ${
        next === null
          ? ''
          : html`<h3>What the next plan changed</h3>
              ${renderChanges(comparePlans(plan, next))}`
      }
    </details>
  </section>`
}

function renderChanges(changes: readonly PlanChange[]): Markup {
  if (changes.length === 0) return renderEmpty('Nothing that is approved changed.')
  return html`<ul class="changes">
    ${changes.map(
      ({ kind, task, what, before, after }) =>
        html`<li>
          ${task === null ? '' : html`<strong>${task}</strong>`} ${what} ${kind}
          ${before === null ? '' : html`<del>${before}</del>`} ${after === null ? '' : html`<ins>${after}</ins>`}
        </li>`,
    )}
  </ul>`
}
