import type { TuningRun } from '../orchestrate/tuning-run.ts'
import type { Skill } from '../read/skill.ts'
import type { TuningMeasure } from '../state/tuning-record.ts'

/** Tokens of all that a run of the skill may load: scripts are run, not read. */
function countLoaded(skill: Skill, countTokens: (text: string) => number): number {
  return skill.files
    .filter(({ role }) => role !== 'script' && role !== 'other')
    .reduce((sum, { text }) => sum + countTokens(text), 0)
}

/** The figures of a diagnosis at a commit. */
export function measureTuning({ skill, state, order }: TuningRun, commit: string): TuningMeasure {
  return {
    commit,
    ...state.issues_by_severity,
    score: state.quality_score,
    gate: state.quality_gate,
    tokens: countLoaded(skill, order.countTokens),
  }
}
