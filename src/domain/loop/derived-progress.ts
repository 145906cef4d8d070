import { isFlaky } from '../records/loop/analysis.ts'
import type { LoopState, SkillState } from '../records/loop/loop-state.ts'

type Develop = Pick<SkillState['develop'], 'total' | 'completed'>

/** Completed tasks, 0 to 100; 0 where there is none to do (spec 002 §5). */
export function developProgress({ total, completed }: Develop): number {
  return total > 0 ? Math.min(100, (completed / total) * 100) : 0
}

/** A cause was confirmed, or none is left to find: no test fails, and debugging was never needed or found chance (spec 002 §5). */
export function debugCompleted({ debug, validate }: Pick<SkillState, 'debug' | 'validate'>): boolean {
  if (debug.confirmed_hypothesis !== null) return true
  if (debug.active_bug !== undefined || (debug.hypotheses.length > 0 && !isFlaky(debug))) return false
  const noneFails = validate.test_results.length > 0 && validate.failed_tests.length === 0
  return noneFails || validationPassed(validate)
}

/** Passed, with at least one test: "no test ran" is no pass. */
export function validationPassed({ passed, test_results: results }: SkillState['validate']): boolean {
  return passed && results.length > 0
}

/** 50 % develop, 25 debug, 25 validation; 0 to 100. */
export function overallProgress({ skill_state: skill }: Pick<LoopState, 'skill_state'>): number {
  if (skill === undefined) return 0
  const debug = debugCompleted(skill) ? 25 : 0
  return developProgress(skill.develop) * 0.5 + debug + (validationPassed(skill.validate) ? 25 : 0)
}
