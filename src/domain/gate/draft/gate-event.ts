import type { Role } from '../../configuration/sections/roles.ts'
import type { RunProgress } from '../../records/run-progress.ts'
import type { Artifact } from '../../records/artifact.ts'
import type { SameFailureRule } from '../attempts/same-failure.ts'
import type { Receipt } from '../../records/execution-record.ts'
import type { Obstacle } from '../../rules/obstacle.ts'
import type { Validation } from '../../records/loop/validation.ts'
import type { Anew } from '../../records/artifact.ts'
import type { ConflictFacts } from '../../records/node-state.ts'
import type { CriterionResult } from '../../records/review.ts'

/** A person as the gate needs them: who, and what they may do is judged before (design 2.4). */
export interface Person {
  login: string
  id: number
}

/** A version as it comes in; number and task are given by the gate. */
export type NewArtifact = Omit<Artifact, 'version' | 'task' | 'task_id'>

/** What is known of who may be asked for a judgement. */
export interface JudgeFacts {
  /** Logins of all who may judge; absent where that is not known or makes no difference. */
  may_judge?: string[]
  /** Logins and teams that own what the version changes. */
  owners?: string[]
  /** Reviews that each is asked for in the repository already, by login or team in small letters. */
  open_requests?: Record<string, number>
}

/** Work stands still for a limit on models. `until`: when it goes on by itself, ISO 8601; null: when a person says so. */
export interface LimitHold {
  why: string
  until: string | null
}

/** What a run came to that was cancelled; there is none where nothing had begun. */
export interface LeftRun {
  /** Of the plan that the run was for. */
  task_id: string
  receipt: Receipt
  /** Bytes of `receipt.remains.path`, in base64. */
  patch: string | null
}

/**
 * `criteria`: those that a command names, which alone are judged; without them those that `why` names, else all that are
 * a person's to judge. `on_github`: the review of a pull request that it was said in; a comment has none.
 */
interface PersonVerdict {
  head_sha: string
  by: Person
  review_id: string
  why: string
  criteria?: readonly string[]
  on_github?: { id: number; pull_request: number }
}

/** Everything that can happen to a task and its CHECK (spec 003 §4). `task` is the ACTION's short id. */
export type GateEvent = { task: string } & (
  | { kind: 'run_started'; run_id: string; lease_until: string }
  | {
      kind: 'run_yielded'
      run_id: string
      artifact: NewArtifact
      pull_request: number | null
      /** Outcome of the task's own tests; null where it has none. */
      validation: Validation | null
      receipt: Receipt
      /** Of a version that was carried over: who judged it, and has the role for it today. Absent: nobody. */
      judges?: string[]
      /** The same of who waived a criterion of it, and may waive today. */
      waivers?: string[]
    }
  /** `stuck`: another run can't do better, so a person is asked at once. `unassigned`: nobody is there who could run it. `absent`: whoever it was given to did not start. */
  | {
      kind: 'run_failed'
      run_id: string
      reason: string
      stuck: boolean
      unassigned?: boolean
      absent?: boolean
      receipt: Receipt | null
      /** Of a run that made the bytes of an earlier version, whose tests failed once more. */
      again?: { artifact_id: string; validation: Validation }
    }
  /** `conflict`: git could not bring its approved version together with what was merged since. */
  | {
      kind: 'run_handed_over'
      run_id: string
      who: string[]
      conflict?: ConflictFacts
      /** Opened for whom it was given to by name. */
      draft?: { number: number; commit_sha: string | null }
      receipt: Receipt
    }
  /** `why`: where more is known than that its worker went away. */
  | { kind: 'lease_lost'; run_id: string; why?: string }
  /** What it says of itself while it works; nothing follows from it. */
  | { kind: 'run_progressed'; run_id: string; progress: RunProgress }
  /** `limit`: it left since it got no more of models, and nothing else of the issue would. */
  /** `obstacle`: what it made could not be brought to GitHub; `receipt`: what that took. */
  /** `anew`: what it was to take over can't be, and the next run does the work. */
  | {
      kind: 'run_left'
      run_id: string
      left?: LeftRun
      limit?: LimitHold
      obstacle?: Obstacle
      receipt?: Receipt
      anew?: Anew
    }
  /** `rewrites`: by force, so that the version before is not on the branch any more. */
  | { kind: 'version_pushed'; artifact: NewArtifact; by: Person; rewrites?: true }
  | { kind: 'pull_request_opened'; artifact_id: string; number: number }
  | { kind: 'review_started'; review_id: string }
  /** `validation`: its own tests passed before, and are not run again. */
  | { kind: 'review_failed'; review_id: string; reason: string; validation?: Validation; receipt?: Receipt }
  | {
      kind: 'review_reported'
      review_id: string
      /** Of a version that a person pushed, its own tests; null where there are none, or they passed before. */
      validation: Validation | null
      results: CriterionResult[]
      waiting: { criterion: string; for: 'person' | 'ci' }[]
      /** Who may be asked to judge it, where people are to. */
      judges?: JudgeFacts
      reviewer: string
      /** Of a reviewer that asked a model. */
      receipt?: Receipt
      /** Until when CI is waited for. */
      deadline: string
    }
  | { kind: 'ci_reported'; commit_sha: string }
  | { kind: 'ci_overdue'; review_id: string }
  | ({ kind: 'approved_by_person' } & PersonVerdict)
  | ({ kind: 'rejected_by_person' } & PersonVerdict)
  /** `reviewer`: login of who gave that review, null for the App's own; `head_sha`: what it was given for. */
  | { kind: 'review_dismissed'; by: Person; reviewer: string | null; head_sha: string }
  /** `merge_sha`: the integration branch's new head; null where that had it before, and its head is known. */
  | { kind: 'merge_confirmed'; artifact_id: string; merge_sha: string | null }
  /** The plan's tests failed on the integration branch, and this task is to blame. `stuck`: a person is asked at once. */
  | { kind: 'validation_failed'; reason: string; stuck: boolean }
  /** `conflict`: what is approved may be brought together with what was merged since; null where that is no way out. */
  | { kind: 'merge_conflicted'; artifact_id: string; reason: string; conflict: ConflictFacts | null }
  /** By hand. `merge`: the integration branch after and before it. `faults`: what its head holds that no version may. */
  | {
      kind: 'pull_request_merged'
      artifact: NewArtifact
      merge_sha: string | null
      merge: { sha: string; before: string }
      by: Person
      may_waive: boolean
      faults: string[]
      review_id: string
    }
  | { kind: 'pull_request_closed'; number: number; by: Person; may_review: boolean; review_id: string }
  | { kind: 'retried'; by: Person }
  | { kind: 'waived'; criterion: string; by: Person; why: string; review_id: string }
  | { kind: 'assigned'; executor: string; by: Person }
  /** The person it was given to by name may not push any more. `ask`: who is asked to give it to another. */
  | { kind: 'executor_left'; executor: string; reason: string; ask: string[] }
)
export type GateEventOf<K extends GateEvent['kind']> = Extract<GateEvent, { kind: K }>

/** What the gate goes by, from the configuration and the moment. */
export interface GateRules {
  at: string
  maxAttempts: number
  sameFailure: SameFailureRule
  /** Who takes over where an executor isn't there, in this order; only those that can work here. */
  fallback: readonly string[]
  minScore: number
  allowSelf: boolean
  /** What it takes to judge. */
  reviewRole: Role
  /** Who is asked where a person must judge; logins. */
  reviewers: readonly string[]
  /** Who approved the plan: asked where none of those can be. */
  approver: string | null
  /** Who is away now. */
  away: readonly string[]
  /** How many are asked to judge a version. */
  askAtMost: number
  /** Rounds of the loop until a person is asked. */
  maxIterations: number
}

/** `silent`: from a stale or doubled event, nobody needs to hear of it. */
export interface Refusal {
  kind: 'refused'
  why: string
  next: string
  silent: boolean
}
