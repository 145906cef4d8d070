import type { Manifest } from '../../domain/bundle/manifest.ts'
import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { LoopState } from '../../domain/records/loop/loop-state.ts'
import type { IssueStatus, StatusReport, TaskStatus } from '../../domain/records/status-report.ts'
import type { SessionState } from '../../domain/records/session/session-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { TuningState } from '../../domain/tuning/state/tuning-state.ts'

/** What a commit of the workflow branch says of one issue. */
export interface Dossier {
  status: IssueStatus
  record: IssRecord
  plan: Plan | null
  execution: ExecutionRecord | null
  loop: LoopState | null
  /** Of an issue that tunes a skill (spec 004). */
  tuning: TuningState | null
  /** Plans that gave way to another, newest first. */
  earlier: readonly EarlierPlan[]
  /** What an export would hold now; null while nothing is approved. */
  manifest: Manifest | null
}

export interface EarlierPlan {
  plan: Plan
  execution: ExecutionRecord | null
  tasks: readonly TaskStatus[]
}

/** Where all issues of a repository stand. */
export type IssuesOverview = Pick<StatusReport, 'issues' | 'unreadable'>

/** A session of spec 001, by its folder's name. */
export interface SessionOverview {
  id: string
  state: SessionState
}

/** What the branch says of the newest release: the record gives it still, or gave it once, or doesn't tell. */
export type ReleaseCheck = 'stands' | 'superseded' | 'not told'

/** What came of the doctor's look at an issue, which is made when somebody asks for it. */
export type DoctorTold =
  | { kind: 'not looked' }
  | { kind: 'looked'; examination: DoctorExamination; at: string; commit: string }
  | { kind: 'refused' | 'failed'; why: string }

/** Files of the branch that a page of one task shows, by path; null: too large, or no text. */
export type ShownFiles = ReadonlyMap<string, string | null>
