import { html } from 'hono/html'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { Review } from '../../../domain/records/review.ts'
import type { TaskStatus } from '../../../domain/records/status-report.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { listSaid } from '../../text/said-lines.ts'
import { describeExecutor, describeVersions, describeWait } from '../../terminal/task-state-words.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderInline } from '../parts/markup.ts'
import { tMarkup } from '../parts/t-markup.ts'
import { renderTaskState } from '../parts/tones.ts'

/** Every task as a row: what the graph shows, for who reads rather than looks. */
export function renderTaskTable(tasks: readonly TaskStatus[], execution: ExecutionRecord | null): Markup {
  return html`<section class="card" aria-labelledby="tasks">
    <h2 id="tasks">${t('Tasks')}</h2>
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">${t('task')}</th>
          <th scope="col">${t('state')}</th>
          <th scope="col">${t('version')}</th>
          <th scope="col">${t('by')}</th>
          <th scope="col">${t('waits for')}</th>
        </tr>
      </thead>
      <tbody>
        ${tasks.map((task) => renderTaskRow(task, execution))}
      </tbody>
    </table>
  </section>`
}

function renderTaskRow(task: TaskStatus, execution: ExecutionRecord | null): Markup {
  const rejection = findRejection(task, execution)
  return html`<tr>
    <th scope="row">
      <a href="${nodeHref(task.id)}">${task.id}</a> ${renderInline(task.title, 200)}
      ${rejection === undefined ? '' : renderRejection(task.id, rejection)}
    </th>
    <td data-name="${t('state')}">${renderTaskState(task)}</td>
    <td data-name="${t('version')}">${describeVersions(task)}</td>
    <td data-name="${t('by')}" class="wraps">${describeExecutor(task)}</td>
    <td data-name="${t('waits for')}" class="wraps">${describeWait(task)}</td>
  </tr>`
}

/** The verdict that stands on the newest version, where it was rejected. */
function findRejection({ id }: TaskStatus, execution: ExecutionRecord | null): Review | undefined {
  const node = execution?.nodes[id]
  const newest = node?.kind === 'ACTION' ? node.active_artifact_id : null
  const review = execution?.reviews.findLast((one) => one.reviewed_artifact_id === newest)
  return review?.verdict === 'REJECTED' ? review : undefined
}

/** Why, in a line; all of it is with the verdict. */
function renderRejection(task: string, { review_id: id, version, why, to_change: changes }: Review): Markup {
  const grounds = listSaid((why.length > 0 ? why : changes).map((one) => translate(one)))
    .map(endSentence)
    .join(' ')
  const link = html`<a href="${nodeHref(task)}#review-${id}">${t('Version {n} was rejected', { n: version })}</a>`
  return html`<div class="muted">
    ${grounds === '' ? link : tMarkup('{name}: {what}', { name: link, what: renderInline(grounds, 240) })}
  </div>`
}

function endSentence(said: string): string {
  return /[.!?…。！？]$/.test(said) ? said : `${said}${t('.')}`
}
