import type { TuningRecord } from '../../../src/domain/tuning/state/tuning-record.ts'
import { initialTuningState, type TuningState } from '../../../src/domain/tuning/state/tuning-state.ts'

const measure = {
  commit: 'a'.repeat(40),
  critical: 1,
  high: 2,
  medium: 0,
  low: 0,
  score: 45,
  gate: 'fail',
  tokens: 4_096,
} as const

/** A skill that was diagnosed, mended once and diagnosed again; `words`: in every place where others put some. */
export function buildTuning(words: string): { record: TuningRecord; state: TuningState } {
  const at = '2026-11-21T03:20:00Z'
  return {
    record: {
      path: words,
      about: words,
      before: measure,
      after: { ...measure, critical: 0, score: 71, gate: 'review' },
      diagnosed: measure.commit,
      in_vain: 0,
    },
    state: {
      ...initialTuningState,
      status: 'completed',
      updated_at: at,
      iteration_count: 1,
      issues: [
        {
          id: 'ISS-DF-001-0a1b2c3d',
          type: 'dataflow_break',
          severity: 'high',
          priority: 1,
          location: { file: words, line_start: 7 },
          description: words,
          evidence: [words],
          root_cause: words,
          impact: words,
          suggested_fix: words,
          related_issues: [],
        },
      ],
      proposed_fixes: [
        {
          id: 'FIX-001',
          issue_ids: ['ISS-CTX-001-0a1b2c3d'],
          strategy: 'custom',
          description: words,
          rationale: words,
          changes: [{ file: words, action: 'modify', diff: words }],
          risk: 'low',
          estimated_impact: words,
          verification_steps: [],
        },
      ],
      applied_fixes: [
        {
          fix_id: 'FIX-001',
          applied_at: at,
          success: true,
          backup_path: `git:${measure.commit}`,
          verification_result: 'pass',
          rollback_available: true,
        },
      ],
      errors: [{ action: words, message: words, timestamp: at, recoverable: true }],
      error_count: 1,
      final_report: words,
    },
  }
}
