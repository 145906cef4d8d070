import { showWayOn } from '../../rules/explain-obstacle.ts'
import { note, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import type { Failure } from './effect-rule.ts'
import { ruleOf } from './effect-rules.ts'
import { holdEffect, keepFailure, replyFailure } from './hold-effect.ts'
import { recordText } from '../../language/message.ts'

/** An effect was given up: its row says what follows. */
export function failEffect(draft: WorkDraft, event: WorkEventOf<'effect_failed'>): void {
  const action = draft.record.outbox.find((one) => one.op === event.op)?.action
  const failure = { ...event, text: recordText('could not {what}: {why}', { what: event.what, why: event.why }) }
  if (action === undefined) return noteAndTell(draft, failure)
  const { afterFailure } = ruleOf(action)
  if (typeof afterFailure === 'function') return afterFailure(draft, action, failure)
  if (typeof afterFailure === 'object') return holdEffect(draft, action, failure, afterFailure.hold)
  switch (afterFailure) {
    case 'reply':
      return noteAndTell(draft, failure)
    case 'nothing':
    case 'trail':
      // Not `note`: a changed status would be shown again at once.
      draft.record.trail.push({ at: draft.at, text: failure.text, by: null })
  }
}

function noteAndTell(draft: WorkDraft, failure: Failure): void {
  keepFailure(draft, failure)
  note(draft, failure.text)
  const { obstacle } = failure
  replyFailure(
    draft,
    failure,
    obstacle === undefined
      ? recordText('`/status` shows where it stands')
      : recordText('To have it done, {way}', { way: showWayOn(obstacle) }),
  )
}
