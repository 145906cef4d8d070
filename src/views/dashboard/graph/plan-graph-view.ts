import { html } from 'hono/html'
import type { Goal, Plan } from '../../../domain/plan/plan.ts'
import type { TaskStatus } from '../../../domain/records/status-report.ts'
import { describeTaskState, describeVersions } from '../../terminal/task-state-words.ts'
import type { Dossier } from '../dossier.ts'
import { nodeHref } from '../links.ts'
import type { Markup } from '../parts/markup.ts'
import { standingOfCheck, type StateTone, toneOfTask } from '../parts/tones.ts'
import { layOutPlan, type PlacedEdge, type DrawnNode } from './lay-out-plan.ts'
import { cutLabel, wrapLabel } from './wrap-label.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'

/** Room of the CHECK at the right end of its ACTION. */
const checkWidth = 40
const titleColumns = 27
const goalColumns = 19
const stateColumns = 22

const stateOfGoal = { PENDING: 'not begun', RUNNING: 'at work', DONE: 'reached', CANCELLED: 'cancelled' } as const
const toneOfGoal: Record<keyof typeof stateOfGoal, StateTone> = {
  PENDING: 'idle',
  RUNNING: 'working',
  DONE: 'done',
  CANCELLED: 'ended',
}

interface Drawn {
  dossier: Pick<Dossier, 'execution' | 'record'>
  goals: ReadonlyMap<string, Goal>
  tasks: ReadonlyMap<string, TaskStatus>
  /** Ids of CHECKs, by the id of the ACTION that they review. */
  checks: ReadonlyMap<string, string>
}

/** The plan as a drawing that can be read, clicked and tabbed through without script (spec 003 §6). */
export function renderPlanGraph(
  plan: Plan,
  tasks: readonly TaskStatus[],
  dossier: Pick<Dossier, 'execution' | 'record'>,
): Markup {
  const { nodes, edges, width, height } = layOutPlan(plan)
  const short = new Map(plan.tasks.map(({ id, task_id: taskId }) => [taskId, id]))
  const drawn: Drawn = {
    dossier,
    goals: new Map(plan.goals.map((goal) => [goal.id, goal])),
    tasks: new Map(tasks.map((task) => [task.id, task])),
    checks: new Map(plan.checks.map(({ id, review_target_task_id: target }) => [short.get(target) ?? '', id])),
  }
  const [w, h] = [Math.ceil(width), Math.ceil(height)]
  return html`<div
      class="graph"
      data-graph
      data-in="${t('Zoom in')}"
      data-out="${t('Zoom out')}"
      data-fit="${t('Fit')}"
      tabindex="0"
      role="region"
      aria-label="${t('Plan as a graph')}"
    >
      <svg
        width="${w}"
        height="${h}"
        viewBox="0 0 ${w} ${h}"
        role="group"
        aria-label="${t('Goals, tasks and their checks')}"
      >
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M1 1l6 3-6 3" class="line" />
          </marker>
        </defs>
        <g class="edges" aria-hidden="true">${edges.map(renderEdge)}</g>
        <g class="nodes">
          ${nodes.map((node) => (node.kind === 'GOAL' ? renderGoal(node, drawn) : renderAction(node, drawn)))}
        </g>
      </svg>
    </div>
    ${renderLegend()}`
}

function renderEdge({ kind, from, to, points }: PlacedEdge): Markup {
  return html`<path
    class="edge ${kind === 'DECOMPOSE' ? 'part' : 'after'}"
    data-from="${from}"
    data-to="${to}"
    d="${drawCurve(points)}"
    marker-end="url(#arrow)"
  />`
}

/** From side to side, level where it leaves, passes others and arrives. */
function drawCurve(points: PlacedEdge['points']): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  if (first === undefined) return ''
  let from = first
  const bends = rest.map((to) => {
    const bend = Math.round((to.x - from.x) / 2)
    const curve = `C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`
    from = to
    return curve
  })
  return `M${first.x} ${first.y}${bends.join('')}`
}

function renderGoal({ id, x, y, width, height }: DrawnNode, { goals, dossier: { execution, record } }: Drawn): Markup {
  const node = execution?.nodes[id]
  const state = node?.kind === 'GOAL' ? node.state : 'PENDING'
  const title = id === 'G0' ? record.frozen.title : (goals.get(id)?.title ?? '')
  const lines = wrapLabel(title, goalColumns)
  return html`<a href="${nodeHref(id)}" class="node goal tone-${toneOfGoal[state]}" data-node="${id}">
    <title>${title}; ${t(stateOfGoal[state])}</title>
    <g transform="translate(${Math.round(x - width / 2)} ${Math.round(y - height / 2)})">
      <rect class="box" width="${width}" height="${height}" rx="${height / 2}" />
      <rect class="inner" x="3" y="3" width="${width - 6}" height="${height - 6}" rx="${height / 2 - 3}" />
      <svg x="18" y="${height / 2 - 8}" width="16" height="16" class="mark">
        <use href="#mark-${toneOfGoal[state]}" />
      </svg>
      <text x="42" y="20" class="id">${id} · ${t('goal')}</text>
      ${lines.map((line, index) => html`<text x="42" y="${36 + index * 15}" class="label">${line}</text>`)}
    </g>
  </a>`
}

function renderAction({ id, x, y, width, height }: DrawnNode, { tasks, checks }: Drawn): Markup {
  const task = tasks.get(id)
  if (task === undefined) return html``
  const check = checks.get(id) ?? `C${id.slice(1)}`
  const [tone, words] = [toneOfTask(task), describeTaskState(task)]
  const versions = describeVersions(task)
  const [checkTone, checkState] = standingOfCheck(task)
  const middle = height / 2
  const end = width - checkWidth
  const told = `${task.title}; ${words}${versions === '' ? '' : `; ${versions}`}`
  return html`<a href="${nodeHref(id)}" class="node action tone-${tone}" data-node="${id}">
      <title>${told}</title>
      <g transform="translate(${Math.round(x - width / 2)} ${Math.round(y - middle)})">
        <rect class="box" width="${end - 8}" height="${height}" rx="8" />
        <path class="stripe" d="M4 0H8V${height}H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" />
        <svg x="18" y="9" width="16" height="16" class="mark"><use href="#mark-${tone}" /></svg>
        <text x="40" y="22" class="id">${id}<tspan class="words" dx="8">${cutLabel(words, stateColumns)}</tspan></text>
        ${wrapLabel(task.title, titleColumns).map((line, index) => html`<text x="18" y="${43 + index * 16}" class="label">${line}</text>`)}
        <path class="review" d="M${end - 8} ${middle}h10" />
      </g>
    </a>
    <a href="${nodeHref(id)}#check" class="node check tone-${checkTone}" data-node="${check}">
      <title>${t('Check {check} of {task}: {state}', { check, task: id, state: checkState })}</title>
      <g transform="translate(${Math.round(x + width / 2 - checkWidth + 2)} ${Math.round(y - 20)})">
        <path class="box" d="M10 0h18l10 20-10 20H10L0 20z" />
        <svg x="11" y="12" width="16" height="16" class="mark"><use href="#mark-${checkTone}" /></svg>
      </g>
    </a>`
}

function renderLegend(): Markup {
  const tones: readonly [StateTone, PlainMessage][] = [
    ['idle', 'not begun'],
    ['working', 'at work'],
    ['review', 'in review'],
    ['person', 'waits for a person'],
    ['redo', 'to be redone'],
    ['stale', 'an input changed'],
    ['done', 'approved'],
    ['ended', 'cancelled'],
  ]
  return html`<p class="legend">
    ${tones.map(
      ([tone, words]) =>
        html`<span class="tone-${tone}"
          ><svg class="mark" width="14" height="14" aria-hidden="true"><use href="#mark-${tone}" /></svg>
          ${t(words)}</span
        > `,
    )}
    ${renderShape(html`<rect x="1" y="3" width="20" height="10" rx="3" />`, t('task'))}
    ${renderShape(html`<path d="M6 2h10l5 6-5 6H6L1 8z" />`, t('its check'))}
    ${renderShape(html`<rect x="1" y="2" width="20" height="12" rx="6" />`, t('goal'))}
    ${renderShape(html`<path d="M1 8h19m-4-3 4 3-4 3" />`, t('is waited for'))}
    ${renderShape(html`<path class="part" d="M1 8h19" /><path d="m16 5 4 3-4 3" />`, t('is part of it'))}
  </p>`
}

function renderShape(shape: Markup, words: string): Markup {
  return html`<span><svg class="line" width="22" height="16" aria-hidden="true">${shape}</svg> ${words}</span> `
}
