import type { WorkDraft } from './work-draft.ts'
import type { SkillDiagnosed } from './work-event.ts'

/** The skill as planning found it. While another plan is made beside one that stands, that one's figures stand, too. */
export function keepDiagnosis(draft: WorkDraft, found: SkillDiagnosed | undefined, isTaken: boolean): void {
  const { tuning, replanning } = draft.record
  if (found === undefined || tuning === undefined || (replanning !== null && !isTaken)) return
  draft.tuning = found.state
  const { opinion: _before, ...kept } = tuning
  const { measure, opinion } = found
  const read = opinion === undefined ? {} : { opinion }
  draft.record.tuning = { ...kept, before: measure, after: null, diagnosed: null, ...read }
}
