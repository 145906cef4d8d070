import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import type { TuningMeasure } from '../../tuning/state/tuning-record.ts'
import { note, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import { recordText } from '../../language/message.ts'

/** The skill as all tasks left it (spec 004 §4): the final pull request tells it beside what it was. */
export function takeDiagnosis(draft: WorkDraft, event: WorkEventOf<'skill_diagnosed'>): Refusal | undefined {
  const { record, execution } = draft
  const { tuning } = record
  if (tuning === undefined || execution?.execution_result.commit_hash !== event.commit_sha)
    return refuseSilently('the integration branch has moved since its skill was diagnosed')
  const { state, measure } = event.tuning
  draft.tuning = state
  const isVain = countFindings(measure) >= countFindings(tuning.before)
  record.tuning = {
    ...tuning,
    after: measure,
    diagnosed: event.commit_sha,
    in_vain: isVain ? tuning.in_vain + 1 : 0,
  }
  const left = state.issues.length
  const found = { gate: state.quality_gate, score: state.quality_score }
  note(
    draft,
    left === 0
      ? recordText('second diagnosis of the skill: gate {gate}, score {score}, nothing is left', found)
      : recordText('second diagnosis of the skill: gate {gate}, score {score}, {n} left', { ...found, n: left }),
  )
  return undefined
}

function countFindings(measure: TuningMeasure | null): number {
  return measure === null ? Infinity : measure.critical + measure.high + measure.medium + measure.low
}
