import { scoreQuality } from '../judge/quality.ts'
import type { TuningRun } from '../orchestrate/tuning-run.ts'
import type { TuningState } from '../state/tuning-state.ts'

/**
 * The state after the second diagnosis (spec 004 §3, §4): each fix that was planned is applied, and passes where its issues
 * are gone; one iteration more; score and gate of what is left. `base`: the commit that everything can be rolled back to.
 */
export function concludeTuning(before: TuningState, again: TuningRun, base: string, at: string): TuningState {
  const left = new Set(again.state.issues.map(({ id }) => id))
  const planned = new Set(before.pending_fixes)
  const applied = before.proposed_fixes
    .filter(({ id }) => planned.has(id))
    .map(({ id, issue_ids: issues }) => {
      const isGone = issues.every((issue) => !left.has(issue))
      return {
        fix_id: id,
        applied_at: at,
        success: isGone,
        backup_path: `git:${base}`,
        verification_result: isGone ? ('pass' as const) : ('fail' as const),
        rollback_available: true,
      }
    })
  const all = [...before.applied_fixes, ...applied]
  const iterations = before.iteration_count + 1
  const { score, gate } = scoreQuality({
    counts: again.state.issues_by_severity,
    applied: all.length,
    verified: all.filter(({ verification_result: result }) => result === 'pass').length,
    diagnoses: Object.values(again.state.diagnosis).filter((one) => one?.status === 'completed').length,
    iterations,
  })
  const done = ['action-apply-fix', 'action-verify', 'action-complete']
  return {
    ...again.state,
    status: 'completed',
    started_at: before.started_at,
    updated_at: at,
    user_issue_description: before.user_issue_description,
    focus_areas: before.focus_areas,
    requirement_analysis: before.requirement_analysis,
    proposed_fixes: before.proposed_fixes,
    applied_fixes: all,
    pending_fixes: [],
    iteration_count: iterations,
    quality_score: score,
    quality_gate: gate,
    completed_actions: [...before.completed_actions, ...done].slice(-200),
    current_action: null,
    action_history: [
      ...before.action_history,
      ...done.map((action) => ({
        action,
        started_at: at,
        completed_at: at,
        result: 'success' as const,
        output_files: action === 'action-complete' ? ['tuning-report.md'] : [],
      })),
    ].slice(-200),
    errors: before.errors,
    error_count: before.error_count,
    work_dir: before.work_dir,
    backup_dir: before.backup_dir,
  }
}
