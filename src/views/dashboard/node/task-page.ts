import { html } from 'hono/html'
import { nameCover } from '../../../domain/plan/whole-cover.ts'
import type { Dossier, ShownFiles } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import type { IssueView } from '../issue/issue-head.ts'
import { crumbsOf } from '../issue/issue-head.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderFactList, renderInline } from '../parts/markup.ts'
import { renderTaskState } from '../parts/tones.ts'
import { describeExecutor } from '../../terminal/task-state-words.ts'
import { renderCheckSection } from './check-section.ts'
import { renderCriteriaSection } from './criteria-section.ts'
import { renderSpec } from './spec-section.ts'
import { renderCurrent, renderVersions } from './version-sections.ts'
import { renderRuns } from './runs-section.ts'
import { renderStandingSection } from './standing-section.ts'
import { gatherTask, newestVerdict, type TaskView } from './task-view.ts'
import { type CriteriaActs, renderTaskActs } from '../issue/acts.ts'
import { renderWork } from './work-section.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** Everything about one ACTION and its CHECK: the six points of spec 003 §6 first. Undefined: no such task. */
export function renderTaskPage(
  { dossier, links, frame }: IssueView,
  id: string,
  files: ShownFiles,
): PageContent | undefined {
  const view = gatherTask(dossier, id, files, links)
  if (view === undefined) return undefined
  const { task, status } = view
  return {
    title: `${id} ${task.title} · ${dossier.status.id}`,
    crumbs: [...crumbsOf(dossier), { name: id, href: nodeHref(id) }],
    body: html`<div class="title">
        <h1><span class="id">${id}</span> ${renderInline(task.title, 300)}</h1>
        <p class="under">
          ${renderTaskState(status)} <span>${describeExecutor(status)}</span> ${renderNeighbours(dossier, view)}
        </p>
        ${status.reason === null || status.waits_for !== null ? '' : html`<p class="note">${renderInline(translate(status.reason), 800)}</p>`}
      </div>
      ${renderWaiting(view)} ${renderTaskActs(status, findCriteriaActs(view), frame.viewer)}
      ${renderStandingSection(view)} ${renderSpec(view)} ${renderCriteriaSection(view)} ${renderCurrent(view)}
      ${renderVersions(view)} ${renderCheckSection(view)} ${renderRuns(view)} ${renderWork(view)}
      ${renderCovers(dossier, id)}`,
  }
}

/** Of the newest version. */
function findCriteriaActs({ task, versions, reviews }: TaskView): CriteriaActs {
  const newest = versions.at(-1)
  const review = newest === undefined ? undefined : newestVerdict(reviews, newest)
  const byPerson = task.acceptance_criteria.filter((one) => one.check_method === 'manual_review').map(({ id }) => id)
  return {
    failed: (review?.criteria ?? []).flatMap(({ id, result }) => (result === 'fail' ? [id] : [])),
    byPerson: byPerson.length === 1 && task.acceptance_criteria.length === 1 ? [] : byPerson,
  }
}

function renderWaiting({ status: { waits_for: waits } }: TaskView): Markup {
  if (waits === null) return html``
  return html`<p class="note tone-person">
    ${tMarkup('Waits for {who}: {what}', {
      who: waits.who.length === 0 ? t('anybody with write access') : waits.who.join(t(', ')),
      what: renderInline(translate(waits.what)),
    })}
  </p>`
}

function renderNeighbours({ plan }: Dossier, { task }: TaskView): Markup {
  const next = plan?.tasks.filter((one) => one.depends_on.includes(task.id)) ?? []
  const list = (ids: readonly string[]) => html`${ids.map((one) => html`<a href="${nodeHref(one)}">${one}</a> `)}`
  return html`${task.depends_on.length === 0 ? '' : html`<span>${tMarkup('after {tasks}', { tasks: list(task.depends_on) })}</span>`}
  ${next.length === 0 ? '' : html`<span>${tMarkup('before {tasks}', { tasks: list(next.map(({ id }) => id)) })}</span>`}`
}

/** What the issue asks for that this task answers. */
function renderCovers({ plan }: Dossier, id: string): Markup {
  const covered = (plan?.goals ?? [])
    .flatMap((goal) => goal.root_acceptance_criteria ?? [])
    .filter((criterion) => criterion.covered_by.some((name) => nameCover(name) === id || name.startsWith(`${id}/`)))
  if (covered.length === 0) return html``
  return html`<section class="card" aria-labelledby="covers">
    <h2 id="covers">${t('What the issue asks for that it answers')}</h2>
    ${renderFactList(covered.map((one) => [one.id, renderInline(one.statement)] as const))}
  </section>`
}
