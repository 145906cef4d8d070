import { html } from 'hono/html'
import { type Markup, renderFactList, renderInline } from '../parts/markup.ts'
import type { TaskView } from './task-view.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'

/** What whoever does the task was told. */
export function renderWork({ task }: TaskView): Markup {
  const list = (items: readonly string[]) =>
    items.length === 0
      ? null
      : html`<ul>
          ${items.map((item) => html`<li>${renderInline(item, 800)}</li>`)}
        </ul>`
  return html`<section class="card" aria-labelledby="work">
    <h2 id="work">${t('What is to be done')}</h2>
    <p>${renderInline(task.description, 2_000)}</p>
    ${renderFactList([
      [t('action'), t(task.action)],
      [t('scope'), html`<code>${task.scope}</code>`],
      [
        t('places'),
        list(task.modification_points.map(({ file, target, change }) => `\`${file}\` ${target}: ${change}`)),
      ],
      [t('steps'), list(task.implementation.map(translate))],
      [t('tests'), list(task.test.commands.map((command) => `\`${command}\``))],
      [
        t('executor'),
        task.executor_why === undefined
          ? task.executor
          : t('{name}: {what}', { name: task.executor, what: translate(task.executor_why) }),
      ],
    ])}
  </section>`
}
