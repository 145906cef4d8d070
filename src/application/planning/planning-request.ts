import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { ModelUse } from '../../domain/models/model-use.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { TuningState } from '../../domain/tuning/state/tuning-state.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryFiles } from '../ports/forge/repository-files.ts'
import type { RepositoryRules } from '../ports/forge/repository-rules.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { PlanAdvisers } from '../ports/roles/plan-advice.ts'
import type { Planner } from '../ports/roles/planner.ts'
import type { RepositoryRef } from '../repository-ref.ts'

export interface PlanningPorts {
  planner: Planner
  files: RepositoryFiles
  /** Absent where nobody knows which there will be. */
  executors?: MachinePorts['executors']
  /** Absent where GitHub can't be asked. */
  people?: People
  log?: MachinePorts['log']
  /** Absent where nobody asks what the repository’s own rules are. */
  rules?: Pick<RepositoryRules, 'lookAhead'>
  /** Models beside the rules; absent where none is configured, and where a plan is made at once. */
  advisers?: PlanAdvisers
}

export interface PlanningRequest {
  repository: RepositoryRef
  record: IssRecord
  /** The plan that another one is made for. */
  previous: Plan | null
  planId: string
  guidance: string | null
  /** How the tuning stands of a skill that is planned for. */
  tuning?: TuningState | null
  configuration: Configuration
  /** Where sizes of touched files are read: head of the default branch. */
  commit: string
  op: string
  at: string
  /** Never, where it is made at once. */
  signal?: AbortSignal
  /** What it had of models, where it is given up for a fault. */
  noteLostUse?: (use: ModelUse) => void
}

export type Planned = Extract<WorkEvent, { kind: 'plan_drafted' | 'plan_needs_input' | 'plan_declined' }>
