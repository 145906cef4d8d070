import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import type { TuningRecord } from '../../../domain/tuning/state/tuning-record.ts'
import type { TuningState } from '../../../domain/tuning/state/tuning-state.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { Planner } from './planner.ts'

export interface DiagnosisRequest {
  repository: RepositoryRef
  /** Where the skill is looked at. */
  commit: string
  /** What it was before the plan, and what everything can be rolled back to. */
  base: string
  tuning: TuningRecord
  state: TuningState
  signal: AbortSignal
}

/** Plans the fixes of a skill, and says what it is once they are in. */
export interface SkillTuner extends Planner {
  diagnose(request: DiagnosisRequest): Promise<SkillDiagnosed>
}
