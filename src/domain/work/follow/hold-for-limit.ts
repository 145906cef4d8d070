import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { GateEvent, Refusal } from '../../gate/draft/gate-event.ts'
import { isPausedFor, liftPause, pauseWork } from '../draft/pause.ts'
import { note, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import { recordText } from '../../language/message.ts'

/** Nothing of the issue gets more of models: it stands still, once for all runs that met the limit. */
export function holdForLimit(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind !== 'run_left' || gate.limit === undefined || draft.record.phase !== 'working') return
  if (isPausedFor(draft, 'limit')) return
  const { why, until } = gate.limit
  pauseWork(draft, 'countersign', why, 'limit', until === null ? {} : { until })
}

/** A limit on a day begins anew: what stood still for it goes on by itself, unless there is another reason, too. */
export function renewLimit(draft: WorkDraft, { until }: WorkEventOf<'limit_renewed'>): Refusal | undefined {
  const reasons = [draft.record.paused, ...(draft.record.paused?.more ?? [])]
  if (!reasons.some((one) => one?.cause === 'limit' && one.until === until))
    return refuseSilently('nothing stood still for it')
  liftPause(draft, 'limit')
  note(draft, recordText('the limit on models begins anew with the day'))
  return undefined
}
