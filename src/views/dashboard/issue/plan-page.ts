import { html } from 'hono/html'
import type { IssueStatus } from '../../../domain/records/status-report.ts'
import { findWaivableTests } from '../../../domain/loop/plan-tests-verdict.ts'
import { toOneLine } from '../../markdown/hidden-characters.ts'
import { renderCount } from '../../language/t.ts'
import type { PageContent } from '../frame.ts'
import { renderPlanGraph } from '../graph/plan-graph-view.ts'
import { type Markup, renderEmpty, renderHash, renderInline } from '../parts/markup.ts'
import { type IssueView, renderIssuePage } from './issue-head.ts'
import { renderIssueActs } from './acts.ts'
import { findAskedReading, renderPlanningAsks } from './planning-asks.ts'
import { renderNeedsCard } from './needs.ts'
import { renderProgress } from './progress.ts'
import { renderTaskTable } from './task-table.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { tMarkup } from '../parts/t-markup.ts'

const mostTestsNamed = 5

/** First page of an issue: what it waits for, how far it is, its plan as a graph and as a list. */
export function renderPlanPage(view: IssueView): PageContent {
  const { dossier } = view
  const { status, plan, execution } = dossier
  const failedTests = execution === null ? [] : findWaivableTests(execution)
  return renderIssuePage(
    view,
    'index',
    html`${renderNeedsCard(status.needs, view.links)} ${renderPlanningAsks(dossier, view.links)}
    ${renderFailedTests(failedTests)}
    ${renderIssueActs(status, { failedTests, isRead: findAskedReading(dossier.record) !== undefined }, view.frame.viewer)}
    ${
      plan === null
        ? renderEmpty(t(emptyWords[status.phase] ?? 'There is no plan yet: /plan in the issue makes one.'))
        : html`<section class="card" aria-labelledby="plan">
              <div class="head">
                <h2 id="plan">${tMarkup('Plan {hash}', { hash: renderHash(plan.hash, 7) })}</h2>
                <span class="muted">${plan.id}</span>
              </div>
              <p>${renderInline(plan.description, 600)}</p>
              ${renderProgress(status)} ${renderPlanGraph(plan, status.tasks, dossier)}
            </section>
            ${renderTaskTable(status.tasks, execution)}`
    }`,
  )
}

/** Of the whole plan: they hold up the final pull request. */
function renderFailedTests(tests: readonly string[]): Markup {
  if (tests.length === 0) return html``
  const more = tests.length - mostTestsNamed
  return html`<p class="note tone-redo">
    ${tMarkup('{tests} of the plan failed: {names} ({link}).', {
      tests: renderCount(tests.length, 'test'),
      names: html`${tests.slice(0, mostTestsNamed).map((test, index) => html`${index === 0 ? '' : ' '}<code>${toOneLine(test)}</code>`)}${more > 0 ? ` ${t('and {n} more', { n: more })}` : ''}`,
      link: html`<a href="loop.html#tests">${t('what each said')}</a>`,
    })}
  </p>`
}

const emptyWords: Partial<Record<IssueStatus['phase'], PlainMessage>> = {
  planning: 'The plan is being made.',
  asking: 'There is no plan before that is answered.',
  stopped: 'It was stopped before there was a plan.',
}
