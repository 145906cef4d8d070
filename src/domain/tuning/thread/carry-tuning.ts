import { recordText } from '../../language/message.ts'
import { initialTuningState, type TuningState } from '../state/tuning-state.ts'

/** Rounds in a row that may change nothing (spec 004 §4). */
const mostInVain = 2

/** As it begins (spec 004 §1): nothing was looked at. */
export function beginTuning(path: string, about: string): TuningState {
  return {
    ...initialTuningState,
    target_skill: { ...initialTuningState.target_skill, path },
    user_issue_description: about,
  }
}

/** Why the tuning of a skill does not go on; undefined where it does. */
export function findTuningEnd(state: TuningState | null, inVain: number): string | undefined {
  if (state === null) return undefined
  if (state.error_count >= state.max_errors)
    return recordText('The tuning has failed: {n} errors, the last of them: {why}', {
      n: state.error_count,
      why: (state.errors.at(-1)?.message ?? '').replace(/\.$/, ''),
    })
  if (state.iteration_count >= state.max_iterations)
    return recordText('The skill went through {n} rounds, the most that are made; its gate says {gate}', {
      n: state.iteration_count,
      gate: state.quality_gate,
    })
  if (inVain >= mostInVain)
    return recordText(
      'The last {n} rounds left as many findings as there were; what is left takes other work than these fixes',
      { n: inVain },
    )
  return undefined
}

/** A state that goes on from the one before: what was done, what failed and which round it is stay counted. */
export function carryTuning(before: TuningState | null, state: TuningState): TuningState {
  if (before === null) return state
  return {
    ...state,
    started_at: before.started_at ?? state.started_at,
    iteration_count: before.iteration_count + state.iteration_count,
    completed_actions: [...before.completed_actions, ...state.completed_actions].slice(-200),
    action_history: [...before.action_history, ...state.action_history].slice(-200),
    errors: [...before.errors, ...state.errors].slice(-20),
    error_count: before.error_count + state.error_count,
  }
}

/** One error more (spec 004 §6): at the third the tuning has failed. */
export function failTuning(
  before: TuningState | null,
  { path, about, message, at }: { path: string; about: string; message: string; at: string },
): TuningState {
  const state = before ?? beginTuning(path, about)
  const count = state.error_count + 1
  const action = 'action-init'
  return {
    ...state,
    status: count >= state.max_errors ? 'failed' : 'running',
    started_at: state.started_at ?? at,
    updated_at: at,
    errors: [...state.errors, { action, message: message.slice(0, 2_000), timestamp: at, recoverable: true }],
    error_count: count,
    action_history: [
      ...state.action_history,
      { action, started_at: at, completed_at: at, result: 'failure', output_files: [] },
    ],
  }
}
