import type { Pause, PauseCause } from '../../records/iss-record.ts'
import { recordText } from '../../language/message.ts'
import { note, type WorkDraft } from './work-draft.ts'

type PauseDetails = Pick<Pause, 'pull_request' | 'until' | 'rules'>

/** Nothing new begins until what it is for is settled, or `/resume`; what `decideUnderPause` lets through still happens. */
export function pauseWork(draft: WorkDraft, by: string, why: string, cause: PauseCause, more: PauseDetails = {}): void {
  const reason = { by, at: draft.at, why, cause, ...more }
  const reasons = reasonsOf(draft.record.paused)
  const isKnown = (one: PauseReason) => one.why === why
  if (reasons.some((one) => isKnown(one) && one.mended !== true)) return
  // What was put back is lost once more.
  keepReasons(draft, [...reasons.filter((one) => !isKnown(one)), reason].slice(0, mostReasons))
  note(draft, why, by)
}

const mostReasons = 10

/**
 * What the pause was for is settled; the work goes on unless it stands still for something else, too. False where it did
 * not stand still for that.
 */
export function liftPause(draft: WorkDraft, cause: PauseCause, pull?: number): boolean {
  const reasons = reasonsOf(draft.record.paused)
  const left = reasons.filter((one) => one.cause !== cause || one.pull_request !== pull)
  if (left.length === reasons.length) return false
  keepReasons(draft, left)
  return true
}

/** What the pause was for was put back: `/resume` is all that is left to be said. */
export function noteMended(draft: WorkDraft): void {
  const reasons = reasonsOf(draft.record.paused)
  const isOfBranch = ({ cause, mended }: PauseReason) =>
    (cause === 'branch' || cause === 'integration') && mended !== true
  if (!reasons.some(isOfBranch)) return
  keepReasons(
    draft,
    reasons.map((one) => (isOfBranch(one) ? { ...one, mended: true as const } : one)),
  )
  note(draft, recordText('branches are as recorded again: `/resume` goes on'))
}

/** True where the work stands still for this, alone or beside something else. */
export function isPausedFor({ record }: WorkDraft, cause: PauseCause): boolean {
  return reasonsOf(record.paused).some((one) => one.cause === cause)
}

type PauseReason = Omit<Pause, 'more'>

function reasonsOf(paused: Pause | null): PauseReason[] {
  if (paused === null) return []
  const { more = [], ...first } = paused
  return [first, ...more]
}

function keepReasons(draft: WorkDraft, [first, ...more]: readonly PauseReason[]): void {
  draft.record.paused = first === undefined ? null : { ...first, ...(more.length > 0 && { more }) }
  if (draft.loop) draft.loop = { ...draft.loop, status: first === undefined ? 'running' : 'paused' }
}
