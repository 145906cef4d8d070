import { html } from 'hono/html'
import { judgeRootCriteria, type RootResult } from '../../../domain/bundle/root-results.ts'
import { deliverablePath } from '../../../domain/plan/deliverable-spec.ts'
import type { Goal } from '../../../domain/plan/plan.ts'
import type { Dossier } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import { crumbsOf, type IssueView } from '../issue/issue-head.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderFactList, renderInline } from '../parts/markup.ts'
import { renderState, renderTaskState, type StateTone } from '../parts/tones.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { cutWords } from '../parts/cut-words.ts'
import { translate } from '../../language/translate.ts'

const results: Record<RootResult['result'], [StateTone, PlainMessage]> = {
  // With a space: `holds` alone heads a column elsewhere.
  held: ['done', 'holds '],
  waived: ['stale', 'waived'],
  failed: ['redo', 'does not hold'],
  open: ['idle', 'open'],
}

/** The root or a task that was split: its parts, and of the root what the issue asks for. Undefined: no such GOAL. */
export function renderGoalPage({ dossier }: IssueView, id: string): PageContent | undefined {
  const goal = dossier.plan?.goals.find((one) => one.id === id)
  if (goal === undefined) return undefined
  const title = id === 'G0' ? dossier.status.title : goal.title
  return {
    title: `${id} ${title} · ${dossier.status.id}`,
    crumbs: [...crumbsOf(dossier), { name: id, href: nodeHref(id) }],
    body: html`<div class="title">
        <h1><span class="id">${id}</span> ${renderInline(title, 300)}</h1>
        <p class="under">
          <span>${id === 'G0' ? t('the goal of the issue') : t('a task that was split into parts')}</span>
        </p>
      </div>
      ${renderFinalSpec(goal)} ${renderRootCriteria(dossier, goal)} ${renderParts(dossier, id)}
      ${renderHandedDown(dossier, id)}`,
  }
}

function renderFinalSpec({ final_deliverable_spec: spec }: Goal): Markup {
  if (spec === undefined) return html``
  return html`<section class="card" aria-labelledby="final">
    <h2 id="final">${t('Final deliverable')}</h2>
    ${renderFactList([
      [
        t('mode'),
        spec.mode === 'ASSEMBLE'
          ? t('ASSEMBLE: one task makes it of the others’')
          : t('PASS_THROUGH: what the tasks deliver, together'),
      ],
      [
        t('made by'),
        spec.assemble_task_id === null
          ? null
          : html`<a href="${nodeHref(spec.assemble_task_id)}">${spec.assemble_task_id}</a>`,
      ],
      [t('made of'), html`${spec.include_children.map((one) => html`<a href="${nodeHref(one)}">${one}</a> `)}`],
      [t('output'), html`<code>${deliverablePath(spec.output)}</code>`],
      [t('what it is'), renderInline(translate(spec.output.description))],
    ])}
  </section>`
}

function renderRootCriteria({ plan, execution }: Dossier, goal: Goal): Markup {
  const criteria = goal.root_acceptance_criteria ?? []
  if (plan === null || criteria.length === 0) return html``
  const judged = execution === null ? [] : judgeRootCriteria(plan, execution)
  return html`<section class="card" aria-labelledby="asked">
    <h2 id="asked">${t('What the issue asks for')}</h2>
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">${t('asked')}</th>
          <th scope="col">${t('result')}</th>
          <th scope="col">${t('shown by')}</th>
        </tr>
      </thead>
      <tbody>
        ${criteria.map((one) => {
          const [tone, words] = results[judged.find(({ id }) => id === one.id)?.result ?? 'open']
          return html`<tr>
            <th scope="row"><span class="id">${one.id}</span> ${renderInline(one.statement)}</th>
            <td data-name="${t('result')}">${renderState(tone, t(words))}</td>
            <td data-name="${t('shown by')}">${one.covered_by.map(renderCover)}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </section>`
}

function renderCover(cover: string): Markup {
  const [task = ''] = cover.split('/')
  return /^T\d/.test(task) ? html`<a href="${nodeHref(task)}#criteria">${cover}</a> ` : html`${cover} `
}

function renderParts({ plan, status }: Dossier, id: string): Markup {
  const parts = plan?.edges.filter(({ type, from }) => type === 'DECOMPOSE' && from === id).map(({ to }) => to) ?? []
  return html`<section class="card" aria-labelledby="parts">
    <h2 id="parts">${t('Its parts')}</h2>
    <ul class="rows">
      ${parts.map((part) => {
        const task = status.tasks.find((one) => one.id === part)
        const title = task?.title ?? plan?.goals.find((one) => one.id === part)?.title ?? ''
        return html`<li>
          <span><a href="${nodeHref(part)}">${part}</a> ${renderInline(title, 200)}</span>
          ${task === undefined ? html`<span class="muted">${t('goal')}</span>` : renderTaskState(task)}
        </li>`
      })}
    </ul>
  </section>`
}

/** Of a split task: where each of its criteria went. */
function renderHandedDown({ plan }: Dossier, id: string): Markup {
  const split = plan?.rounds.flatMap(({ splits }) => splits).findLast(({ task }) => task === id)
  if (split === undefined) return html``
  return html`<section class="card" aria-labelledby="split">
    <h2 id="split">${t('How it was split')}</h2>
    <p>
      ${t('Along {cut}, into {tasks}.', {
        cut: t(cutWords[split.along]),
        tasks: `${split.into.join(t(', '))}${split.by === undefined ? '' : ` (${split.by})`}`,
      })}
    </p>
    ${renderFactList(split.criteria.map(({ from, to }) => [from, to.join(t(', '))] as const))}
  </section>`
}
