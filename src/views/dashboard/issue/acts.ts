import { html } from 'hono/html'
import type { IssueStatus, TaskStatus } from '../../../domain/records/status-report.ts'
import type { Viewer } from '../frame.ts'
import type { Markup } from '../parts/markup.ts'
import { t } from '../../language/t.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** `failedTests`: those of the plan that may be let go. `isRead`: a plain yes to how the issue was read is asked for. */
interface IssueActs {
  failedTests: readonly string[]
  isRead: boolean
}

/** What the person who looks may say in the thread from here. Whether they may is judged when it is carried out. */
export function renderIssueActs(
  status: IssueStatus,
  { failedTests, isRead }: IssueActs,
  viewer: Viewer | null,
): Markup {
  if (viewer === null) return html``
  const { phase, plan } = status
  const isAtWork = phase === 'working' || phase === 'waiting' || phase === 'paused'
  const isOver = phase === 'stopped' || phase === 'done'
  const forms = [
    ...(phase === 'planned' && plan !== null
      ? [
          renderAct(
            viewer,
            `approve plan@${plan.hash.slice(0, 7)}`,
            t('Approve plan {hash}', { hash: plan.hash.slice(0, 7) }),
            'first',
          ),
        ]
      : []),
    ...(phase === 'asking' && isRead ? [renderAct(viewer, 'answer yes', t('Yes, plan it'), 'first')] : []),
    ...(phase === 'asking' ? [renderAct(viewer, 'answer', t('Answer'), isRead ? '' : 'first', t('your answer'))] : []),
    ...(phase === 'stopped' && plan !== null
      ? [renderAct(viewer, `approve plan@${plan.hash.slice(0, 7)}`, t('Begin the work anew'), 'first')]
      : []),
    ...(phase === 'paused' ? [renderAct(viewer, 'resume', t('Resume'), 'first')] : []),
    ...(phase === 'working' || phase === 'waiting' ? [renderAct(viewer, 'pause', t('Pause'))] : []),
    ...(failedTests.length > 0 && isAtWork
      ? [renderAct(viewer, 'waive tests', t('Waive the tests that failed'), '', t('why'))]
      : []),
    ...(status.tasks_approved > 0 && status.tasks_approved === status.tasks_total
      ? [renderAct(viewer, 'export', t('Export'))]
      : []),
    ...(isOver ? [] : [renderAct(viewer, 'stop', t('Stop'), '', t('why'))]),
  ]
  return renderActs(forms)
}

/** What may be said of single criteria. */
export interface CriteriaActs {
  /** Ids of those that failed: they may be let go. */
  failed: readonly string[]
  /** Ids of those that a person judges; nothing where the whole version is the only one. */
  byPerson: readonly string[]
}

export function renderTaskActs(task: TaskStatus, { failed, byPerson }: CriteriaActs, viewer: Viewer | null): Markup {
  if (viewer === null || task.state === 'CANCELLED' || task.state === 'PENDING') return html``
  const waits = task.waits_for?.kind
  const isAsked = task.state === 'READY_TO_CHECK' || waits === 'judgement' || waits === 'ci'
  const isJudged = task.version !== null && isAsked
  return renderActs([
    ...(isJudged
      ? [
          renderAct(viewer, `approve ${task.id}`, t('Approve version {n}', { n: task.version ?? '' }), 'first'),
          renderAct(viewer, `reject ${task.id}`, t('Reject'), '', t('what should change')),
          ...byPerson.flatMap((id) => [
            renderAct(viewer, `approve ${task.id} ${id}`, t('{id} holds', { id })),
            renderAct(viewer, `reject ${task.id} ${id}`, t('{id} does not hold', { id }), '', t('why')),
          ]),
        ]
      : []),
    // Also of a version that was rejected: its review is concluded anew.
    ...(task.state === 'DONE'
      ? []
      : failed.map((id) => renderAct(viewer, `waive ${task.id} ${id}`, t('Waive {id}', { id }), '', t('why')))),
    ...(task.state === 'DONE' ? [] : [renderAct(viewer, `assign ${task.id}`, t('Assign'), '', t('@login, or human'))]),
    // The same patch makes the same bytes: another try of it is no way out.
    ...(task.state === 'WAITING_EXTERNAL' && !(waits === 'decision' && task.executor === 'patch')
      ? [renderAct(viewer, `retry ${task.id}`, t('Try again'))]
      : []),
  ])
}

/** What the doctor mends without judgement. */
export function renderDoctorActs(viewer: Viewer | null): Markup {
  if (viewer === null)
    return html`<p class="note">
      ${tMarkup('What needs no judgement is mended by {command} in the issue.', { command: html`<code>/doctor fix</code>` })}
    </p>`
  return renderActs([renderAct(viewer, 'doctor fix', t('Mend what needs no judgement'), 'first')])
}

function renderActs(forms: readonly Markup[]): Markup {
  if (forms.length === 0) return html``
  return html`<section class="card" aria-labelledby="acts">
    <h2 id="acts">${t('Say in the thread')}</h2>
    <div class="acts">${forms}</div>
    <p class="muted">${t('It is written as a comment in your name, and answered there.')}</p>
  </section>`
}

function renderAct({ formToken }: Viewer, command: string, name: string, look = '', words?: string): Markup {
  return html`<form method="post" action="act">
    <input type="hidden" name="form_token" value="${formToken}" />
    <input type="hidden" name="command" value="${command}" />
    ${words === undefined ? '' : html`<input name="words" aria-label="${t('{name}: {what}', { name, what: words })}" placeholder="${words}" maxlength="1000" />`}
    <button class="${look}">${name}</button>
  </form>`
}
