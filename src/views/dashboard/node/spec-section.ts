import { html } from 'hono/html'
import { deliverablePath } from '../../../domain/plan/deliverable-spec.ts'
import { type Markup, renderFactList, renderInline } from '../parts/markup.ts'
import type { TaskView } from './task-view.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** Point 1 of spec 003 §6: what the task is to deliver. */
export function renderSpec({ task: { deliverable_spec: spec, ...task } }: TaskView): Markup {
  const files = spec.files ?? []
  return html`<section class="card" aria-labelledby="spec">
    <h2 id="spec"><span class="point">1</span> ${t('Deliverable')}</h2>
    ${renderFactList([
      [t('format'), html`<code>${spec.format}</code>`],
      spec.single_file
        ? [t('file'), tMarkup('{file}, a single file', { file: html`<code>${deliverablePath(spec)}</code>` })]
        : [
            t('files'),
            files.length === 0
              ? t('a set, listed in a manifest')
              : tMarkup('{name}: {what}', {
                  name: t('a set, listed in a manifest'),
                  what: html`${files.map((one) => html`<code>${one}</code> `)}`,
                }),
          ],
      [t('what it is'), renderInline(spec.description)],
      [t('effort'), t('{n} person-days', { n: task.estimated_person_days })],
      [t('feasible in one go'), task.one_shot_pass === null ? null : task.one_shot_pass ? t('yes') : t('no')],
      [t('why'), task.feasibility_note === null ? null : renderInline(translate(task.feasibility_note))],
    ])}
  </section>`
}
