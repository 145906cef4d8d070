import { html } from 'hono/html'
import { comparePlans, type PlanChange } from '../../../domain/plan/difference/plan-difference.ts'
import type { PlanRound } from '../../../domain/plan/plan-round.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import { renderScore } from '../../text/amounts.ts'
import type { EarlierPlan } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import { renderPlanningAsks } from '../issue/planning-asks.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { type Markup, renderVerbatim, renderEmpty, renderFactList, renderHash, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderTaskState } from '../parts/tones.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'
import { cutWords } from '../parts/cut-words.ts'
import { namePart, sayPart } from '../../plan/changes/part-names.ts'

/** How the plan came to be: rounds, revisions, plans before it, and the text that it was read from (spec 003 §5). */
export function renderPlanningPage(view: IssueView): PageContent {
  const { plan, record, earlier } = view.dossier
  const rounds = plan === null ? record.rounds : plan.rounds
  return renderIssuePage(
    view,
    'planning',
    html`${renderPlanningAsks(view.dossier, view.links)} ${plan === null ? '' : renderPlanFacts(plan)}
      <section class="card" aria-labelledby="rounds">
        <h2 id="rounds">${t('Rounds of planning')}</h2>
        ${rounds.length === 0 ? renderEmpty(t('No round was recorded.')) : rounds.map(renderRound)}
      </section>
      ${renderRevisions(record)}
      ${earlier.map((one, index) => renderEarlier(one, index === 0 ? plan : (earlier[index - 1]?.plan ?? null)))}
      <section class="card" aria-labelledby="text">
        <h2 id="text">${t('The issue’s text, as it was planned')}</h2>
        <p class="muted">
          ${tMarkup('By {who}, frozen {at}, sha256 {hash}', { who: record.frozen.author, at: renderWhen(record.frozen.at), hash: renderHash(record.frozen.sha256) })}
        </p>
        ${renderVerbatim(record.frozen.body, t('Text of the issue'))}
        ${
          record.guidance === null
            ? ''
            : html`<h3>${t('What people said to it')}</h3>
                ${renderVerbatim(record.guidance, t('Guidance'))}`
        }
      </section>`,
  )
}

function renderPlanFacts(plan: NonNullable<IssueView['dossier']['plan']>): Markup {
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${tMarkup('Plan {hash}', { hash: renderHash(plan.hash, 7) })}</h2>
    ${renderFactList([
      ['id', html`<code>${plan.id}</code>`],
      [t('hash'), html`<code class="long">${plan.hash}</code>`],
      [t('made'), tMarkup('{at} by {who}', { at: renderWhen(plan.created_at), who: plan.planner })],
      [t('strategy'), t(plan.strategy_type)],
      [
        t('risk, impact, complexity'),
        [plan.analysis.risk, plan.analysis.impact, plan.analysis.complexity].map((level) => t(level)).join(t(', ')),
      ],
      [t('score'), plan.score === null ? null : renderScore(plan.score)],
      ...plan.score_parts.map(
        ({ name, weight, score, reasons }) =>
          [
            t(name),
            html`${renderScore(score)} × ${Math.round(weight * 100)}
            %${reasons.length === 0 ? '' : html`<span class="muted"> ${renderInline(reasons.slice(0, 3).map(translate).join(' '), 300)}</span>`}`,
          ] as const,
      ),
    ])}
    ${
      plan.notes.length === 0
        ? ''
        : html`<h3>${t('Notes')}</h3>
            <ul>
              ${plan.notes.map((note) => html`<li>${renderInline(translate(note), 600)}</li>`)}
            </ul>`
    }
  </section>`
}

function renderRound({ number, findings, score, feasibility, splits, reading, unadvised = [] }: PlanRound): Markup {
  return html`<h3>
      ${t('Round {n}', { n: number })}${score === null ? '' : html` <span class="muted">${t('score {score}', { score: renderScore(score) })}</span>`}
    </h3>
    <ul>
      ${findings.length === 0 ? html`<li>${t('PLAN_REVIEW: no fault')}</li>` : findings.map((one) => html`<li>${renderFinding(one)}</li>`)}
      ${feasibility.map(
        (one) =>
          html`<li>
            ${tMarkup(
              one.one_shot_pass
                ? 'FEASIBILITY_CHECK: {task} {days} person-days, feasible in one go: {why}'
                : 'FEASIBILITY_CHECK: {task} {days} person-days, too large: {why}',
              {
                task: one.task,
                days: `${one.person_days_before === one.person_days ? '' : `${one.person_days_before} → `}${one.person_days}`,
                why: renderInline(translate(one.why)),
              },
            )}
          </li>`,
      )}
      ${splits.map((one) => html`<li>${t('Split: {task} → {parts}, along {cut}', { task: one.task, parts: one.into.join(t(', ')), cut: t(cutWords[one.along]) })}</li>`)}
      ${(reading?.findings ?? []).map((one) => html`<li>${tMarkup('{name}: {what}', { name: reading?.by ?? '', what: renderFinding(one) })}</li>`)}
      ${unadvised.map((one) => html`<li>${renderInline(translate(one))}</li>`)}
    </ul>`
}

function renderFinding({ nodes, message }: Pick<PlanRound['findings'][number], 'nodes' | 'message'>): Markup {
  return tMarkup('{name}: {what}', { name: nodes.join(t(', ')), what: renderInline(translate(message)) })
}

function renderRevisions({ revisions }: IssRecord): Markup {
  if (revisions.length === 0) return html``
  return html`<section class="card" aria-labelledby="revisions">
    <h2 id="revisions">${t('Revisions')}</h2>
    ${revisions.toReversed().map(
      (one) =>
        html`<h3>
            <code>${one.from_hash.slice(0, 7)}</code> → <code>${one.to_hash.slice(0, 7)}</code>
            <span class="muted">${tMarkup('{name}, {what}', { name: one.by, what: renderWhen(one.at) })}</span>
          </h3>
          <p>${renderInline(translate(one.why))}</p>
          ${renderChanges(one.changes)}`,
    )}
  </section>`
}

function renderEarlier({ plan, tasks }: EarlierPlan, next: IssueView['dossier']['plan']): Markup {
  return html`<section class="card">
    <details>
      <summary>
        <strong>${tMarkup('Earlier plan {hash}', { hash: renderHash(plan.hash, 7) })}</strong>
        <span class="muted">${tMarkup('{plan}, made {at}', { plan: plan.id, at: renderWhen(plan.created_at) })}</span>
      </summary>
      <p>${renderInline(plan.description, 600)}</p>
      <ul class="rows">
        ${tasks.map((task) => html`<li><span>${task.id} ${renderInline(task.title, 200)}</span> ${renderTaskState(task)}</li>`)}
      </ul>
      ${
        next === null
          ? ''
          : html`<h3>${t('What the next plan changed')}</h3>
              ${renderChanges(comparePlans(plan, next))}`
      }
    </details>
  </section>`
}

function renderChanges(changes: readonly PlanChange[]): Markup {
  if (changes.length === 0) return renderEmpty(t('Nothing that is approved changed.'))
  return html`<ul class="changes">
    ${changes.map(
      ({ kind, task, what, before, after }) =>
        html`<li>
          ${task === null ? '' : html`<strong>${task}</strong>`} ${namePart(what)} ${t(kind)}
          ${before === null ? '' : html`<del>${sayPart(what, before)}</del>`}
          ${after === null ? '' : html`<ins>${sayPart(what, after)}</ins>`}
        </li>`,
    )}
  </ul>`
}
