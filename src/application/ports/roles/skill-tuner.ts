import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import type { TuningRecord } from '../../../domain/tuning/state/tuning-record.ts'
import type { TuningState } from '../../../domain/tuning/state/tuning-state.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { ShownSkill } from '../../../views/check/skills-check.ts'
import type { RepositoryReader } from './repository-reader.ts'
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

export type SeenSkill = ShownSkill

/** Plans the fixes of a skill, and says what it is once they are in. */
export interface SkillTuner extends Planner {
  diagnose(request: DiagnosisRequest): Promise<SkillDiagnosed>
  /** One diagnosis and no more; why there is none, where the skill can't be read. */
  look(reader: RepositoryReader, path: string, signal: AbortSignal): Promise<SeenSkill>
}
