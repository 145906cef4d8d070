import { html } from 'hono/html'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import type { Artifact } from '../../../domain/records/artifact.ts'
import type { CriterionResult } from '../../../domain/records/review.ts'
import { type Markup, renderEmpty, renderFound, renderInline } from '../parts/markup.ts'
import { renderState, type StateTone } from '../parts/tones.ts'
import { newestVerdict, type TaskView } from './task-view.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

const resultWords: Record<CriterionResult['result'], [StateTone, PlainMessage]> = {
  // With a space: `holds` alone heads a column elsewhere.
  pass: ['done', 'holds '],
  fail: ['redo', 'does not hold'],
  waived: ['stale', 'waived'],
  none: ['idle', 'no result'],
}

const methods = {
  static_check: 'a machine looks at the files',
  run_smoke_test: 'a command is run',
  ci_check: 'CI',
  model_review: 'a model reads it',
  manual_review: 'a person judges',
} as const satisfies Record<AcceptanceCriterion['check_method'], PlainMessage>

/** Point 2 of spec 003 §6: every criterion with what was found of the newest version that was reviewed. */
export function renderCriteriaSection(view: TaskView): Markup {
  const { task, versions, reviews, partial } = view
  const newest = versions.at(-1)
  const isOpen = newest !== undefined && partial.length > 0 && newestVerdict(reviews, newest) === undefined
  const reviewed = isOpen ? newest : versions.findLast((one) => newestVerdict(reviews, one) !== undefined)
  const judged = isOpen || reviewed === undefined ? partial : (newestVerdict(reviews, reviewed)?.criteria ?? [])
  const results = reviewed === undefined ? [] : judged
  const found = new Map(results.map((one) => [one.id, one]))
  const planned = new Set(task.acceptance_criteria.map(({ id }) => id))
  const more = results.filter(({ id }) => !planned.has(id))
  return html`<section class="card" aria-labelledby="criteria">
    <div class="head">
      <h2 id="criteria"><span class="point">2</span> ${t('Acceptance criteria')}</h2>
      <span class="muted">${sayWhose(reviewed, isOpen)}</span>
    </div>
    ${task.acceptance_criteria.length === 0 ? renderEmpty(t('The plan names none.')) : ''}
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">${t('criterion')}</th>
          <th scope="col">${t('result')}</th>
          <th scope="col">${t('evidence')}</th>
        </tr>
      </thead>
      <tbody>
        ${more.map((one) => renderResultRow(one.id, html`${t(beside[one.id] ?? 'What is checked beside the plan')}`, one))}
        ${task.acceptance_criteria.map((criterion) => renderResultRow(criterion.id, describe(criterion), found.get(criterion.id)))}
      </tbody>
    </table>
  </section>`
}

function sayWhose(reviewed: Artifact | undefined, isOpen: boolean): string {
  if (reviewed === undefined) return t('nothing was reviewed yet')
  const { version: n } = reviewed
  return isOpen ? t('as found of version {n} so far', { n }) : t('as found of version {n}', { n })
}

const beside: Record<string, PlainMessage> = { 'AC-0': 'The deliverable is there' }

function describe({ statement, check_method: method, severity, command }: AcceptanceCriterion): Markup {
  const words = t(methods[method])
  return html`${renderInline(translate(statement))}
    <div class="muted">
      ${t(severity)} ·
      ${command === undefined ? words : tMarkup('{name}: {what}', { name: words, what: html`<code>${command}</code>` })}
    </div>`
}

function renderResultRow(id: string, statement: Markup, found: CriterionResult | undefined): Markup {
  const [tone, words] = resultWords[found?.result ?? 'none']
  return html`<tr>
    <th scope="row"><span class="id">${id}</span> ${statement}</th>
    <td data-name="${t('result')}" class="wraps">
      ${renderState(tone, t(words))}${found?.judge === undefined ? '' : html` <span class="muted">@${found.judge}</span>`}
    </td>
    <td data-name="${t('evidence')}" class="evidence">
      ${found === undefined || found.evidence === '' ? '' : renderFound(translate(found.evidence), 500)}
    </td>
  </tr>`
}
