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

const results: Record<RootResult['result'], [StateTone, string]> = {
  held: ['done', 'holds'],
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
        <p class="under"><span>${id === 'G0' ? 'the goal of the issue' : 'a task that was split into parts'}</span></p>
      </div>
      ${renderFinalSpec(goal)} ${renderRootCriteria(dossier, goal)} ${renderParts(dossier, id)}
      ${renderHandedDown(dossier, id)}`,
  }
}

function renderFinalSpec({ final_deliverable_spec: spec }: Goal): Markup {
  if (spec === undefined) return html``
  return html`<section class="card" aria-labelledby="final">
    <h2 id="final">Final deliverable</h2>
    ${renderFactList([
      [
        'mode',
        spec.mode === 'ASSEMBLE'
          ? 'ASSEMBLE: one task makes it of the others’'
          : 'PASS_THROUGH: what the tasks deliver, together',
      ],
      [
        'made by',
        spec.assemble_task_id === null
          ? null
          : html`<a href="${nodeHref(spec.assemble_task_id)}">${spec.assemble_task_id}</a>`,
      ],
      ['made of', html`${spec.include_children.map((one) => html`<a href="${nodeHref(one)}">${one}</a> `)}`],
      ['output', html`<code>${deliverablePath(spec.output)}</code>`],
      ['what it is', renderInline(spec.output.description)],
    ])}
  </section>`
}

function renderRootCriteria({ plan, execution }: Dossier, goal: Goal): Markup {
  const criteria = goal.root_acceptance_criteria ?? []
  if (plan === null || criteria.length === 0) return html``
  const judged = execution === null ? [] : judgeRootCriteria(plan, execution)
  return html`<section class="card" aria-labelledby="asked">
    <h2 id="asked">What the issue asks for</h2>
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">asked</th>
          <th scope="col">result</th>
          <th scope="col">shown by</th>
        </tr>
      </thead>
      <tbody>
        ${criteria.map((one) => {
          const [tone, words] = results[judged.find(({ id }) => id === one.id)?.result ?? 'open']
          return html`<tr>
            <th scope="row"><span class="id">${one.id}</span> ${renderInline(one.statement)}</th>
            <td data-name="result">${renderState(tone, words)}</td>
            <td data-name="shown by">${one.covered_by.map(renderCover)}</td>
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
    <h2 id="parts">Its parts</h2>
    <ul class="rows">
      ${parts.map((part) => {
        const task = status.tasks.find((one) => one.id === part)
        const title = task?.title ?? plan?.goals.find((one) => one.id === part)?.title ?? ''
        return html`<li>
          <span><a href="${nodeHref(part)}">${part}</a> ${renderInline(title, 200)}</span>
          ${task === undefined ? html`<span class="muted">goal</span>` : renderTaskState(task)}
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
    <h2 id="split">How it was split</h2>
    <p>
      Along ${split.along.replaceAll('_', ' ')}, into
      ${split.into.join(', ')}${split.by === undefined ? '' : ` (${split.by})`}.
    </p>
    ${renderFactList(split.criteria.map(({ from, to }) => [from, to.join(', ')] as const))}
  </section>`
}
