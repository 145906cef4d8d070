import { html } from 'hono/html'
import { sayTuningIssue } from '../../tuning/say-issue.ts'
import type { FaultSeverity } from '../../../domain/tuning/patterns/severity.ts'
import type { TuningRecord } from '../../../domain/tuning/state/tuning-record.ts'
import type { TuningFix, TuningState } from '../../../domain/tuning/state/tuning-state.ts'
import { tellTuningFigure, tuningFigures } from '../../tuning/tuning-sides.ts'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { type Markup, renderEmpty, renderFactList, renderInline, renderVerbatim } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderState, type StateTone } from '../parts/tones.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

const mostFindings = 200
const mostFixes = 50

/** What `/tune` found out about a skill, what was done about it, and its report as it stands (spec 004). */
export function renderTuningPage(view: IssueView): PageContent {
  const { record, tuning } = view.dossier
  if (record.tuning === undefined)
    return renderIssuePage(
      view,
      'tuning',
      renderEmpty(t('This issue tunes no skill: /tune with the folder of one does.')),
    )
  return renderIssuePage(
    view,
    'tuning',
    html`${renderSkill(record.tuning, tuning)}
    ${tuning === null ? '' : html`${renderTuningFindings(tuning)} ${renderTuningFixes(tuning)} ${renderTuningErrors(tuning)} ${renderReport(tuning)}`}`,
  )
}

function renderSkill({ path, about, before, after }: TuningRecord, tuning: TuningState | null): Markup {
  return html`<section class="card" aria-labelledby="skill">
    <div class="head">
      <h2 id="skill">${tMarkup('Skill {path}', { path: html`<code>${path}</code>` })}</h2>
      <span class="muted">${tuning === null ? '' : t(statusWords[tuning.status])}</span>
    </div>
    ${renderFactList([
      [t('what is wrong with it'), about === '' ? null : renderInline(about, 800)],
      [
        t('rounds'),
        tuning === null ? null : t('{n} of {total}', { n: tuning.iteration_count, total: tuning.max_iterations }),
      ],
      [t('looked at'), tuning?.updated_at == null ? null : renderWhen(tuning.updated_at)],
    ])}
    ${
      before === null && after === null
        ? renderEmpty(t('It was not diagnosed yet.'))
        : html`<table>
            <thead>
              <tr>
                <th scope="col">${t('the skill')}</th>
                <th scope="col" class="number">${t('before')}</th>
                <th scope="col" class="number">${t('after')}</th>
              </tr>
            </thead>
            <tbody>
              ${tuningFigures.map(
                ([key, name]) =>
                  html`<tr>
                    <th scope="row">${t(name)}</th>
                    <td class="number">${tellTuningFigure(before?.[key])}</td>
                    <td class="number">${tellTuningFigure(after?.[key])}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>`
}

/** From its diagnosis to its verification it is `running`, also while it waits for somebody. */
const statusWords = {
  pending: 'pending',
  running: 'in progress',
  completed: 'completed',
  failed: 'failed',
} as const satisfies Record<TuningState['status'], PlainMessage>

const severityTones: Record<FaultSeverity, StateTone> = {
  critical: 'redo',
  high: 'person',
  medium: 'stale',
  low: 'idle',
}

function renderTuningFindings({ issues }: TuningState): Markup {
  return html`<section class="card" aria-labelledby="findings">
    <h2 id="findings">${t('Findings')}</h2>
    ${issues.length === 0 ? renderEmpty(t('The newest diagnosis found nothing.')) : ''}
    ${
      issues.length === 0
        ? ''
        : html`<table class="stack">
            <thead>
              <tr>
                <th scope="col">${t('finding')}</th>
                <th scope="col">${t('severity')}</th>
                <th scope="col">${t('where')}</th>
                <th scope="col">${t('mended by')}</th>
              </tr>
            </thead>
            <tbody>
              ${issues.slice(0, mostFindings).map(
                (one) =>
                  html`<tr>
                    <th scope="row">
                      ${renderInline(sayTuningIssue(one).found)}
                      <div class="muted">${one.id}</div>
                    </th>
                    <td data-name="${t('severity')}">${renderState(severityTones[one.severity], t(one.severity))}</td>
                    <td data-name="${t('where')}" class="wraps place">
                      <code>${one.location.file}:${one.location.line_start ?? 1}</code>
                    </td>
                    <td data-name="${t('mended by')}" class="wraps">${renderInline(sayTuningIssue(one).fix)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${issues.length > mostFindings ? html`<p class="muted">${t('and {n} more, in state.json', { n: issues.length - mostFindings })}</p>` : ''}
  </section>`
}

function renderTuningFixes({ proposed_fixes: fixes, applied_fixes: applied }: TuningState): Markup {
  if (fixes.length === 0) return html``
  const outcomes = new Map(applied.map((one) => [one.fix_id, one.verification_result]))
  return html`<section class="card" aria-labelledby="fixes">
    <h2 id="fixes">${t('Fixes')}</h2>
    ${fixes.slice(0, mostFixes).map((fix) => renderFix(fix, outcomes.get(fix.id)))}
    ${fixes.length > mostFixes ? html`<p class="muted">${t('and {n} more, in state.json', { n: fixes.length - mostFixes })}</p>` : ''}
  </section>`
}

type Outcome = TuningState['applied_fixes'][number]['verification_result']

const outcomeTones: Record<Outcome, [StateTone, PlainMessage]> = {
  pass: ['done', 'applied, verified'],
  fail: ['redo', 'its finding is still there'],
  pending: ['review', 'applied, not verified yet'],
}

function renderFix({ id, description, risk, changes }: TuningFix, outcome: Outcome | undefined): Markup {
  const [tone, words] = outcome === undefined ? (['idle', 'proposed'] as const) : outcomeTones[outcome]
  return html`<details id="${id}">
    <summary>
      ${renderState(tone, t(words))} ${renderFixWords(description)}
      <span class="muted"
        >${t('risk {risk}', { risk: t(risk) })} · ${changes.map(({ file }) => file).join(t(', '))}</span
      >
    </summary>
    ${changes.map(({ file, diff }) => (diff === undefined ? '' : renderVerbatim(diff.slice(0, 20_000), t('Change of {file}', { file }))))}
  </details>`
}

/** ``sliding_window: keeps the last 20``: the strategy is a name of spec 004, and no word. */
function renderFixWords(description: string): Markup {
  const [lead = '', strategy] = /^([a-z]+(?:_[a-z]+)*): /.exec(description) ?? []
  if (strategy === undefined) return renderInline(translate(description))
  const why = renderInline(translate(description.slice(lead.length)))
  return tMarkup('{name}: {what}', { name: html`<code>${strategy}</code>`, what: why })
}

function renderTuningErrors({ errors }: TuningState): Markup {
  if (errors.length === 0) return html``
  return html`<section class="card" aria-labelledby="errors">
    <h2 id="errors">${t('What went wrong')}</h2>
    <ul>
      ${errors.map((one) => html`<li>${renderWhen(one.timestamp)} <code>${one.action}</code> ${renderInline(translate(one.message), 800)}</li>`)}
    </ul>
  </section>`
}

/** Folded: what it says in Markdown stands above, and it is there to be copied. */
function renderReport({ final_report: report }: TuningState): Markup {
  const file = 'tuning-report.md'
  return html`<section class="card" aria-labelledby="report">
    <h2 id="report">${t('Report')}</h2>
    ${
      report === null
        ? renderEmpty(t('There is no report yet: it comes with a diagnosis.'))
        : html`<details>
            <summary>${tMarkup('what {file} says', { file: html`<code>${file}</code>` })}</summary>
            ${renderVerbatim(report, file)}
          </details>`
    }
  </section>`
}
