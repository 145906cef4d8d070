import { scoreQuality } from '../judge/quality.ts'
import { countBySeverity } from '../patterns/severity.ts'
import { readSkill } from '../read/read-skill.ts'
import { initialTuningState, type TuningState } from '../state/tuning-state.ts'
import { mustStop, type TuningAction, tuningActions } from './actions.ts'
import type { TuningOrder, TuningRun } from './tuning-run.ts'

export type TuningOutcome = { kind: 'tuned'; run: TuningRun } | { kind: 'faults'; faults: string[] }

/** Actions until the run is over; far more than any run takes. */
const mostActions = 100

/**
 * Runs the actions of spec 004 one after the other, each where its precondition holds, until the tuning is completed or has
 * failed. Nothing is written: the sources of the run's end are the patched ones.
 */
export function tuneSkill(order: TuningOrder): TuningOutcome {
  const read = readSkill(order.folderName, order.sources)
  if (read.kind === 'faults') return read
  let run: TuningRun = {
    order,
    state: initialTuningState,
    skill: read.skill,
    sources: order.sources,
    findings: [],
    aside: [],
    before: undefined,
    tried: [],
    judgement: [],
    score: scoreQuality({ counts: countBySeverity([]), applied: 0, verified: 0, diagnoses: 0, iterations: 0 }),
    roundsInVain: 0,
  }
  for (
    let count = 0;
    count < mostActions && (run.state.status === 'pending' || run.state.status === 'running');
    count += 1
  ) {
    run = takeAction(run, tuningActions)
  }
  return { kind: 'tuned', run }
}

/** The next action; an action that throws is an error of the state, and the third of them ends the run as failed (spec 004 §6). */
export function takeAction(run: TuningRun, actions: readonly TuningAction[]): TuningRun {
  const allowed = mustStop(run) ? actions.filter(({ name }) => name !== 'action-apply-fix') : actions
  const action = allowed.find((one) => one.mayRun(run))
  const startedAt = run.order.now()
  if (action === undefined) return withError(run, 'action-abort', 'No action may run.', startedAt, false)
  try {
    const next = action.run({ ...run, state: { ...run.state, current_action: action.name } })
    return { ...next, state: withHistory(next.state, action, startedAt, run.order.now(), 'success') }
  } catch (error) {
    const failed = withError(
      action.fail?.(run) ?? run,
      action.name,
      error instanceof Error ? error.message : String(error),
      run.order.now(),
      true,
    )
    return { ...failed, state: withHistory(failed.state, action, startedAt, run.order.now(), 'failure') }
  }
}

function withHistory(
  state: TuningState,
  action: TuningAction,
  startedAt: string,
  completedAt: string,
  result: 'success' | 'failure',
): TuningState {
  return {
    ...state,
    updated_at: completedAt,
    current_action: null,
    completed_actions: result === 'success' ? [...state.completed_actions, action.name] : state.completed_actions,
    action_history: [
      ...state.action_history,
      {
        action: action.name,
        started_at: startedAt,
        completed_at: completedAt,
        result,
        output_files: [...action.outputs],
      },
    ],
  }
}

function withError(run: TuningRun, action: string, message: string, at: string, recoverable: boolean): TuningRun {
  const { state } = run
  const count = state.error_count + 1
  const hasFailed = !recoverable || count >= state.max_errors
  return {
    ...run,
    state: {
      ...state,
      status: hasFailed ? 'failed' : state.status,
      updated_at: at,
      error_count: count,
      errors: [...state.errors, { action, message, timestamp: at, recoverable }],
    },
  }
}
