import { html } from 'hono/html'
import { type Markup, renderFactList, renderInline } from '../parts/markup.ts'
import type { TaskView } from './task-view.ts'

/** What whoever does the task was told. */
export function renderWork({ task }: TaskView): Markup {
  const list = (items: readonly string[]) =>
    items.length === 0
      ? null
      : html`<ul>
          ${items.map((item) => html`<li>${renderInline(item, 800)}</li>`)}
        </ul>`
  return html`<section class="card" aria-labelledby="work">
    <h2 id="work">What is to be done</h2>
    <p>${renderInline(task.description, 2_000)}</p>
    ${renderFactList([
      ['action', task.action],
      ['scope', html`<code>${task.scope}</code>`],
      ['places', list(task.modification_points.map(({ file, target, change }) => `\`${file}\` ${target}: ${change}`))],
      ['steps', list(task.implementation)],
      ['tests', list(task.test.commands.map((command) => `\`${command}\``))],
      ['executor', task.executor_why === undefined ? task.executor : `${task.executor}: ${task.executor_why}`],
    ])}
  </section>`
}
