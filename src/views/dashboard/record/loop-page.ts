import { html } from 'hono/html'
import type { Analysis } from '../../../domain/records/loop/analysis.ts'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { ValidationRecord } from '../../../domain/records/loop/validation.ts'
import type { Hypothesis } from '../../../domain/records/loop/loop-state.ts'
import { renderCount, t } from '../../language/t.ts'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { renderProgress } from '../issue/progress.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderEmpty, renderFactList, renderHash, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderState, type StateTone } from '../parts/tones.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { phaseWords } from '../../text/phase-words.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** The loop of spec 002: rounds, tests, hypotheses and what came of them. */
export function renderLoopPage(view: IssueView): PageContent {
  const { loop, execution, earlier, status } = view.dossier
  if (loop === null)
    return renderIssuePage(view, 'loop', renderEmpty(t('No loop has begun: approval of the plan begins one.')))
  const records = [...earlier.toReversed().map((one) => one.execution), execution].filter((one) => one !== null)
  const analyses = records.flatMap((one) => one.analyses)
  const validations = records.flatMap((one) => one.validations)
  return renderIssuePage(
    view,
    'loop',
    html`<section class="card" aria-labelledby="loop">
        <div class="head">
          <h2 id="loop">${t('Loop')}</h2>
          <code>${loop.loop_id}</code>
        </div>
        ${renderProgress(status)}
        ${renderFactList([
          [t('status'), status.phase === 'waiting' ? t(phaseWords.waiting) : t(loop.status)],
          [
            t('iteration'),
            t('{n} of {total}', {
              n: Math.min(loop.current_iteration, loop.max_iterations),
              total: loop.max_iterations,
            }),
          ],
          [t('now'), loop.skill_state?.current_action ?? t('nothing')],
          [t('begun'), renderWhen(loop.created_at)],
          [t('ended'), loop.completed_at === undefined ? null : renderWhen(loop.completed_at)],
          [t('why it ended'), loop.failure_reason === undefined ? null : renderInline(translate(loop.failure_reason))],
        ])}
      </section>
      ${renderDebugging(analyses)} ${renderTests(validations, execution?.test_waivers ?? [])}
      ${renderErrors(loop.skill_state?.errors ?? [])}`,
  )
}

const hypothesisOutcomes: Record<Hypothesis['status'], [StateTone, PlainMessage]> = {
  pending: ['idle', 'not looked into'],
  confirmed: ['done', 'confirmed'],
  rejected: ['ended', 'rejected'],
  inconclusive: ['stale', 'inconclusive'],
}

function renderOutcome({ status }: Hypothesis): Markup {
  const [tone, words] = hypothesisOutcomes[status]
  return renderState(tone, t(words))
}

function renderDebugging(analyses: readonly Analysis[]): Markup {
  return html`<section class="card" aria-labelledby="debug">
    <h2 id="debug">${t('Debugging')}</h2>
    ${analyses.length === 0 ? renderEmpty(t('Nothing failed, so nothing was looked into.')) : ''}
    ${analyses.toReversed().map(
      (one) =>
        html`<h3>
            ${renderIteration(one)}
            <span class="muted">${renderWhen(one.at)}</span>
          </h3>
          <p>${tMarkup('Failing: {tests}', { tests: renderTestNames(one.failing_tests) })}</p>
          <table class="stack">
            <thead>
              <tr>
                <th scope="col">${t('hypothesis')}</th>
                <th scope="col">${t('place')}</th>
                <th scope="col">${t('outcome')}</th>
                <th scope="col">${t('why')}</th>
              </tr>
            </thead>
            <tbody>
              ${one.hypotheses.map(
                (hypothesis) =>
                  html`<tr>
                    <th scope="row">
                      <span class="id">${hypothesis.id}</span> ${renderInline(translate(hypothesis.description))}
                    </th>
                    <td data-name="${t('place')}" class="wraps"><code>${hypothesis.logging_point}</code></td>
                    <td data-name="${t('outcome')}">${renderOutcome(hypothesis)}</td>
                    <td data-name="${t('why')}" class="wraps">
                      ${renderInline(translate(hypothesis.verdict_reason ?? ''))}
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>`,
    )}
  </section>`
}

function renderIteration({ iteration, task }: Analysis): Markup {
  const words = t('Iteration {n}', { n: iteration })
  if (task === null) return html`${words}`
  return tMarkup('{name}, {what}', { name: words, what: html`<a href="${nodeHref(task)}">${task}</a>` })
}

function renderTestNames(tests: readonly string[]): Markup {
  return html`${tests.map((test) => html`<code>${test}</code> `)}`
}

function renderTests(validations: readonly ValidationRecord[], waivers: ExecutionRecord['test_waivers']): Markup {
  return html`<section class="card" aria-labelledby="tests">
    <div class="head">
      <h2 id="tests">${t('Tests')}</h2>
      <span class="muted">${renderCount(validations.length, 'validation')}</span>
    </div>
    ${validations.length === 0 ? renderEmpty(t('No test ran yet.')) : ''}
    ${validations.toReversed().map(renderValidation)}
    ${
      waivers.length === 0
        ? ''
        : html`<h3>${t('Waived')}</h3>
            <ul>
              ${waivers.map((one) => html`<li>${tMarkup('{test} by {who}, {at}: {why}', { test: html`<code>${one.test}</code>`, who: one.by, at: renderWhen(one.at), why: renderInline(translate(one.why), 800) })}</li>`)}
            </ul>`
    }
  </section>`
}

function renderValidation(one: ValidationRecord, index: number): Markup {
  const { coverage, results } = one
  const percent =
    coverage === null || coverage.lines === 0
      ? ''
      : t(', {n} % covered', { n: Math.floor((coverage.covered / coverage.lines) * 100) })
  return html`<details ${index === 0 ? 'open' : ''}>
    <summary>
      ${renderState(one.passed ? 'done' : 'redo', one.passed ? t('passed') : t('failed'))}
      ${one.task === null ? t('the whole plan') : one.task}
      <span class="muted">${renderWhen(one.at)} · ${renderHash(one.commit_sha)}</span>
    </summary>
    <p>${renderInline(translate(one.summary))}${percent}</p>
    ${one.flaky_tests.length === 0 ? '' : html`<p>${tMarkup('Flaky: {tests}', { tests: renderTestNames(one.flaky_tests) })}</p>`}
    ${results.length === 0 ? '' : renderResults(results)}
  </details>`
}

function renderResults(results: ValidationRecord['results']): Markup {
  const tones: Record<(typeof results)[number]['status'], StateTone> = {
    passed: 'done',
    failed: 'redo',
    skipped: 'ended',
  }
  return html`<ul class="rows tests">
    ${results.slice(0, 200).map(
      (one) =>
        html`<li>
          <span>${one.suite === '' ? '' : `${one.suite} › `}${one.test_name}</span>
          ${renderState(tones[one.status], t(one.status))}
          ${one.error_message === null ? '' : html`<pre class="block">${one.error_message.slice(0, 2_000)}</pre>`}
        </li>`,
    )}
  </ul>`
}

function renderErrors(errors: readonly { action: string; message: string; timestamp: string }[]): Markup {
  if (errors.length === 0) return html``
  return html`<section class="card" aria-labelledby="errors">
    <h2 id="errors">${t('What went wrong')}</h2>
    <ul>
      ${errors.map((one) => html`<li>${renderWhen(one.timestamp)} ${tMarkup('{name}: {what}', { name: one.action, what: renderInline(translate(one.message), 800) })}</li>`)}
    </ul>
  </section>`
}
