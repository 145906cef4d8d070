import { html } from 'hono/html'
import type { IssueStatus } from '../../../domain/records/status-report.ts'
import { describeNewestDebugging, describeNewestTests } from '../../terminal/parts/bars.ts'
import { renderCount, t } from '../../language/t.ts'
import type { Markup } from '../parts/markup.ts'

/** How far it is: the whole and each phase once a test ran, before that the tasks alone (spec 002 §5). */
export function renderProgress(status: IssueStatus): Markup {
  const { progress, tests, debug, tasks_approved: approved, tasks_total: total, iteration } = status
  const tasks = t('{n} of {tasks} approved', { n: approved, tasks: renderCount(total, 'task') })
  const rounds =
    iteration === null ? '' : t(', iteration {n} of {most}', { n: iteration.current, most: iteration.most })
  const bars =
    progress === null
      ? [renderBar(t('Tasks'), total === 0 ? 0 : (approved / total) * 100, tasks)]
      : [
          renderBar(t('Overall'), progress.overall, `${tasks}${rounds}`),
          renderBar(t('Develop'), progress.develop, ''),
          renderBar(t('Validate'), progress.validate, describeNewestTests(tests)),
          renderBar(t('Debug'), progress.debug, describeNewestDebugging(debug)),
        ]
  return html`<div class="bars">${bars}</div>`
}

function renderBar(name: string, percent: number, words: string): Markup {
  const whole = Math.floor(percent)
  return html`<div class="measure">
    <span class="name">${name}</span>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="6" />
      <rect class="value ${whole === 100 ? 'full' : ''}" width="${whole}" height="6" />
    </svg>
    <span class="percent">${whole} %</span>
    <span class="words">${words}</span>
  </div>`
}
