import { html } from 'hono/html'
import type { IssuePhase, TaskStatus } from '../../../domain/records/status-report.ts'
import { describeTaskState } from '../../terminal/task-state-words.ts'
import { phaseWords } from '../../text/phase-words.ts'
import type { Markup } from './markup.ts'
import { t } from '../../language/t.ts'

/** How something stands: each has a colour and a shape of its own, so that neither is needed to tell it. */
export type StateTone = 'idle' | 'working' | 'review' | 'person' | 'redo' | 'done' | 'stale' | 'paused' | 'ended'

const shapes: Record<StateTone, Markup> = {
  idle: html`<circle cx="8" cy="8" r="5.5" class="line" />`,
  working: html`<circle cx="8" cy="8" r="5.5" class="line" /><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="fill" />`,
  review: html`<path d="M8 1.5 14.5 8 8 14.5 1.5 8z" class="line" /><circle cx="8" cy="8" r="2" class="fill" />`,
  person: html`<path d="M8 1.8 15 14H1z" class="fill" /><path d="M8 6v4M8 11.6v.9" class="cut" />`,
  redo: html`<rect x="2" y="2" width="12" height="12" rx="2" class="fill" /><path
      d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2"
      class="cut"
    />`,
  done: html`<circle cx="8" cy="8" r="6.5" class="fill" /><path d="m4.8 8.2 2.2 2.3 4.2-4.7" class="cut" />`,
  stale: html`<circle cx="8" cy="8" r="5.5" class="line dashed" /><path d="m5 8.2 2.2 2.2 3.8-4.4" class="line" />`,
  paused: html`<path d="M5.5 3v10m5-10v10" class="line" />`,
  ended: html`<path d="M3 8h10" class="line" />`,
}
const tones = Object.keys(shapes) as StateTone[]

/** The shapes, once a page, for `renderMark` and the graph to use. */
export function renderShapes(): Markup {
  return html`<svg class="shapes" width="0" height="0" aria-hidden="true" focusable="false">
    ${tones.map((tone) => html`<symbol id="mark-${tone}" viewBox="0 0 16 16">${shapes[tone]}</symbol>`)}
  </svg>`
}

export function renderMark(tone: StateTone): Markup {
  return html`<svg class="mark tone-${tone}" width="16" height="16" aria-hidden="true">
    <use href="#mark-${tone}" />
  </svg>`
}

/** Shape, colour and words. */
export function renderState(tone: StateTone, words: string): Markup {
  return html`<span class="state tone-${tone}">${renderMark(tone)} <span>${words}</span></span>`
}

export function toneOfTask(task: TaskStatus): StateTone {
  if (task.waits_for !== null) return 'person'
  switch (task.state) {
    case 'PENDING':
    case 'READY':
      return 'idle'
    case 'RUNNING':
      return 'working'
    case 'READY_TO_CHECK':
      return task.merging ? 'done' : 'review'
    case 'TO_BE_MODIFY':
      return 'redo'
    case 'WAITING_EXTERNAL':
      return 'person'
    case 'DONE':
      return task.stale ? 'stale' : 'done'
    case 'CANCELLED':
      return 'ended'
  }
}

type CheckStanding = Pick<TaskStatus, 'check' | 'waits_for' | 'state' | 'merging' | 'version' | 'approved_version'>

/** Of the CHECK beside it: its colour, and how it stands in words. */
export function standingOfCheck(task: CheckStanding): [StateTone, string] {
  switch (task.check) {
    case null:
    case 'PENDING':
    case 'READY':
      return ['idle', t('not begun')]
    case 'RUNNING':
      return ['review', t('in review')]
    case 'WAITING_EXTERNAL':
      return task.waits_for === null ? ['review', t('in review')] : ['person', t('waits')]
    case 'DONE': {
      const holds = task.state === 'DONE' || task.merging || task.approved_version === task.version
      return holds ? ['done', t('approved')] : ['redo', t('rejected')]
    }
    case 'CANCELLED':
      return ['ended', t('cancelled')]
  }
}

export function toneOfPhase(phase: IssuePhase): StateTone {
  switch (phase) {
    case 'planning':
    case 'working':
      return 'working'
    case 'asking':
    case 'planned':
    case 'waiting':
    case 'ready':
      return 'person'
    case 'paused':
      return 'paused'
    case 'stopped':
      return 'ended'
    case 'done':
      return 'done'
  }
}

export function renderPhase(phase: IssuePhase): Markup {
  return renderState(toneOfPhase(phase), t(phaseWords[phase]))
}

export function renderTaskState(task: TaskStatus): Markup {
  return renderState(toneOfTask(task), describeTaskState(task))
}
