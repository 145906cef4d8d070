import type { ExecutionRecord } from './execution-record.ts'
import type { IssRecord } from './iss-record.ts'
import type { LoopState } from './loop/loop-state.ts'
import type { Plan } from '../plan/plan.ts'
import type { SessionAct } from './session/session-act.ts'
import type { TuningState } from '../tuning/state/tuning-state.ts'

/** All state of one issue, as it stands on the workflow branch. */
export interface Work {
  record: IssRecord | null
  plan: Plan | null
  execution: ExecutionRecord | null
  loop: LoopState | null
  /** Of an issue that tunes a skill (spec 004 §1). */
  tuning?: TuningState | null
  /** Plans that gave way to another since the state was read, oldest first; the commit that saves it files them away. */
  replaced?: ReplacedPlan[]
  /** What its session has to keep of the decisions since the state was read, oldest first. */
  acts?: SessionAct[]
}

/** A plan that another one replaced, with what was made under it, as it was left. */
export type ReplacedPlan = { plan: Plan } & Pick<Work, 'execution' | 'loop'>
