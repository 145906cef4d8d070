import type { EffectAction } from '../../effects/effect.ts'
import type { PauseCause } from '../../records/iss-record.ts'
import { holdForRule } from './hold-for-rule.ts'
import { pauseWork } from '../draft/pause.ts'
import { keepAct, say, type WorkDraft } from '../draft/work-draft.ts'
import type { Failure, HeldAction } from './effect-rule.ts'
import { recordText } from '../../language/message.ts'

/** It stays owed, and the work waits for a person. */
export function holdEffect(draft: WorkDraft, action: EffectAction, failure: Failure, loopAction: HeldAction): void {
  const { text, obstacle } = failure
  draft.effects.push(action)
  draft.errors.push({ action: loopAction, message: text })
  keepFailure(draft, failure)
  if (obstacle !== undefined) return holdForRule(draft, failure.what, obstacle)
  // `/waive tests` lets go of what is tried again with them.
  holdWork(draft, text, action.kind === 'validate_plan' ? 'tests' : 'effect')
  replyFailure(draft, failure, recordText('`/resume` tries it again'))
}

/** Pauses what goes on; what is stopped or complete is left as it is. */
export function holdWork(draft: WorkDraft, text: string, cause: PauseCause): void {
  if (draft.record.phase === 'working') pauseWork(draft, 'countersign', text, cause)
}

/** In the session. */
export function keepFailure(
  draft: WorkDraft,
  { text }: Failure,
  action: 'action-plan' | 'action-execute' = 'action-execute',
): void {
  keepAct(draft, { kind: 'failed', message: text, at: draft.at, action })
}

/** In the thread, with what can be done. */
export function replyFailure(draft: WorkDraft, { what, why }: Failure, next: string): void {
  say(draft, { kind: 'work_failed', what: recordText('Could not {what}', { what }), why, next })
}
