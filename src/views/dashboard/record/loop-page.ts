import { html } from 'hono/html'
import type { Analysis } from '../../../domain/records/loop/analysis.ts'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { ValidationRecord } from '../../../domain/records/loop/validation.ts'
import type { Hypothesis } from '../../../domain/records/loop/loop-state.ts'
import { renderCount } from '../../language/t.ts'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { renderProgress } from '../issue/progress.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderEmpty, renderFactList, renderHash, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderState, type StateTone } from '../parts/tones.ts'

/** The loop of spec 002: rounds, tests, hypotheses and what came of them. */
export function renderLoopPage(view: IssueView): PageContent {
  const { loop, execution, earlier, status } = view.dossier
  if (loop === null)
    return renderIssuePage(view, 'loop', renderEmpty('No loop has begun: approval of the plan begins one.'))
  const records = [...earlier.toReversed().map((one) => one.execution), execution].filter((one) => one !== null)
  const analyses = records.flatMap((one) => one.analyses)
  const validations = records.flatMap((one) => one.validations)
  return renderIssuePage(
    view,
    'loop',
    html`<section class="card" aria-labelledby="loop">
        <div class="head">
          <h2 id="loop">Loop</h2>
          <code>${loop.loop_id}</code>
        </div>
        ${renderProgress(status)}
        ${renderFactList([
          ['status', loop.status],
          ['iteration', `${Math.min(loop.current_iteration, loop.max_iterations)} of ${loop.max_iterations}`],
          ['now', loop.skill_state?.current_action ?? 'nothing'],
          ['begun', renderWhen(loop.created_at)],
          ['ended', loop.completed_at === undefined ? null : renderWhen(loop.completed_at)],
          ['why it ended', loop.failure_reason === undefined ? null : renderInline(loop.failure_reason)],
        ])}
      </section>
      ${renderDebugging(analyses)} ${renderTests(validations, execution?.test_waivers ?? [])}
      ${renderErrors(loop.skill_state?.errors ?? [])}`,
  )
}

const hypothesisOutcomes: Record<Hypothesis['status'], [StateTone, string]> = {
  pending: ['idle', 'not looked into'],
  confirmed: ['done', 'confirmed'],
  rejected: ['ended', 'rejected'],
  inconclusive: ['stale', 'inconclusive'],
}

function renderDebugging(analyses: readonly Analysis[]): Markup {
  return html`<section class="card" aria-labelledby="debug">
    <h2 id="debug">Debugging</h2>
    ${analyses.length === 0 ? renderEmpty('Nothing failed, so nothing was looked into.') : ''}
    ${analyses.toReversed().map(
      (one) =>
        html`<h3>
            Iteration
            ${one.iteration}${one.task === null ? '' : html`, <a href="${nodeHref(one.task)}">${one.task}</a>`}
            <span class="muted">${renderWhen(one.at)}</span>
          </h3>
          <p>Failing: ${one.failing_tests.map((test) => html`<code>${test}</code> `)}</p>
          <table class="stack">
            <thead>
              <tr>
                <th scope="col">hypothesis</th>
                <th scope="col">place</th>
                <th scope="col">outcome</th>
                <th scope="col">why</th>
              </tr>
            </thead>
            <tbody>
              ${one.hypotheses.map(
                (hypothesis) =>
                  html`<tr>
                    <th scope="row">
                      <span class="id">${hypothesis.id}</span> ${renderInline(hypothesis.description)}
                    </th>
                    <td data-name="place" class="wraps"><code>${hypothesis.logging_point}</code></td>
                    <td data-name="outcome">${renderState(...hypothesisOutcomes[hypothesis.status])}</td>
                    <td data-name="why" class="wraps">${renderInline(hypothesis.verdict_reason ?? '')}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`,
    )}
  </section>`
}

function renderTests(validations: readonly ValidationRecord[], waivers: ExecutionRecord['test_waivers']): Markup {
  return html`<section class="card" aria-labelledby="tests">
    <div class="head">
      <h2 id="tests">Tests</h2>
      <span class="muted">${renderCount(validations.length, 'validation')}</span>
    </div>
    ${validations.length === 0 ? renderEmpty('No test ran yet.') : ''} ${validations.toReversed().map(renderValidation)}
    ${
      waivers.length === 0
        ? ''
        : html`<h3>Waived</h3>
            <ul>
              ${waivers.map((one) => html`<li><code>${one.test}</code> by ${one.by}, ${renderWhen(one.at)}: ${renderInline(one.why, 800)}</li>`)}
            </ul>`
    }
  </section>`
}

function renderValidation(one: ValidationRecord, index: number): Markup {
  const { coverage, results } = one
  const percent =
    coverage === null || coverage.lines === 0
      ? ''
      : `, ${Math.floor((coverage.covered / coverage.lines) * 100)} % covered`
  return html`<details ${index === 0 ? 'open' : ''}>
    <summary>
      ${renderState(one.passed ? 'done' : 'redo', one.passed ? 'passed' : 'failed')}
      ${one.task === null ? 'the whole plan' : one.task}
      <span class="muted">${renderWhen(one.at)} · ${renderHash(one.commit_sha)}</span>
    </summary>
    <p>${renderInline(one.summary)}${percent}</p>
    ${one.flaky_tests.length === 0 ? '' : html`<p>Flaky: ${one.flaky_tests.map((test) => html`<code>${test}</code> `)}</p>`}
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
          ${renderState(tones[one.status], one.status)}
          ${one.error_message === null ? '' : html`<pre class="block">${one.error_message.slice(0, 2_000)}</pre>`}
        </li>`,
    )}
  </ul>`
}

function renderErrors(errors: readonly { action: string; message: string; timestamp: string }[]): Markup {
  if (errors.length === 0) return html``
  return html`<section class="card" aria-labelledby="errors">
    <h2 id="errors">What went wrong</h2>
    <ul>
      ${errors.map((one) => html`<li>${renderWhen(one.timestamp)} ${one.action}: ${renderInline(one.message, 800)}</li>`)}
    </ul>
  </section>`
}
