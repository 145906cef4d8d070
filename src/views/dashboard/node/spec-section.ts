import { html } from 'hono/html'
import { deliverablePath } from '../../../domain/plan/deliverable-spec.ts'
import { type Markup, renderFactList, renderInline } from '../parts/markup.ts'
import type { TaskView } from './task-view.ts'

/** Point 1 of spec 003 §6: what the task is to deliver. */
export function renderSpec({ task: { deliverable_spec: spec, ...task } }: TaskView): Markup {
  const files = spec.files ?? []
  return html`<section class="card" aria-labelledby="spec">
    <h2 id="spec"><span class="point">1</span> Deliverable</h2>
    ${renderFactList([
      ['format', html`<code>${spec.format}</code>`],
      spec.single_file
        ? ['file', html`<code>${deliverablePath(spec)}</code>, a single file`]
        : [
            'files',
            html`a set, listed in a
            manifest${files.length === 0 ? '' : html`: ${files.map((one) => html`<code>${one}</code> `)}`}`,
          ],
      ['what it is', renderInline(spec.description)],
      ['effort', `${task.estimated_person_days} person-days`],
      ['feasible in one go', task.one_shot_pass === null ? null : task.one_shot_pass ? 'yes' : 'no'],
      ['why', task.feasibility_note === null ? null : renderInline(task.feasibility_note)],
    ])}
  </section>`
}
