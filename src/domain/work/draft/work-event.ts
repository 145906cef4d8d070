import type { AssigneeFacts } from '../../plan/assignee.ts'
import type { Role } from '../../configuration/sections/roles.ts'
import type { DoctorExamination } from '../../effects/doctor-finding.ts'
import type { FinalConflict } from '../../effects/final-conflict.ts'
import type { GateEvent } from '../../gate/draft/gate-event.ts'
import type { IntegrationDifference } from '../../effects/integration-difference.ts'
import type { Validation } from '../../records/loop/validation.ts'
import type { ModelUse } from '../../models/model-use.ts'
import type { Obstacle } from '../../rules/obstacle.ts'
import type { Plan } from '../../plan/plan.ts'
import type { IssueReading } from '../../plan/plan-answer.ts'
import type { PlanFault } from '../../plan/rules/plan-fault.ts'
import type { FileSizes } from '../../plan/estimate/file-sizes.ts'
import type { PlanningQuestion } from '../../plan/asks/planning-question.ts'
import type { PlanRound } from '../../plan/plan-round.ts'
import type { SkillOpinion } from '../../tuning/opinion/skill-opinion.ts'
import type { TuningMeasure } from '../../tuning/state/tuning-record.ts'
import type { TuningState } from '../../tuning/state/tuning-state.ts'
import type { CommandProblem, SlashCommand } from '../../commands/slash-command.ts'

/** Who did it, with the role they had when it was looked up (never the one at the time of the webhook). */
export interface Actor {
  login: string
  id: number
  role: Role | null
}

/** The issue as the event found it; text is frozen already (hidden characters removed, hashed). */
export interface IssueFacts {
  number: number
  nodeId: string
  repository: string
  title: string
  body: string
  sha256: string
  /** Hidden characters and comments that were taken out. */
  removed: number
  author: string
  labels: string[]
  open: boolean
}

/** A comment that can be reacted to. `number` is where answers go: the issue, or a task's pull request. */
export interface CommentRef {
  id: number
  nodeId: string
  number: number
  /** ISO 8601, whole seconds. */
  writtenAt: string
}

/** Where a command stood. In a task's pull request it means that task unless it names one. */
export type CommandPlace =
  | { kind: 'issue' }
  | { kind: 'task_pull_request'; task: string }
  /** `task`: whose it is called; it is not the one that is worked on. */
  | { kind: 'other_pull_request'; task?: string }

/** A diagnosis of a skill: how its tuning stands, and its figures; null where it could not be read. */
export interface SkillDiagnosed {
  state: TuningState
  measure: TuningMeasure | null
  /** What a model adds; absent where none was asked. */
  opinion?: SkillOpinion
}

/** What tries of planning had of models that came to nothing, such as one that ended in an outage; absent: nothing. */
interface WithLostUse {
  lost_use?: ModelUse
}

export type WorkEventBody =
  | { kind: 'labelled'; issue: IssueFacts; by: Actor }
  | {
      kind: 'commands_given'
      issue: IssueFacts | null
      commands: SlashCommand[]
      problems: CommandProblem[]
      by: Actor
      comment: CommentRef
      place: CommandPlace
      /** Of the files that the plan names, where a command needs them. */
      fileSizes?: FileSizes
      /** Of the people that a command gives tasks to. */
      assignees?: AssigneeFacts
      /** What will stop the plan that is approved, where that was looked at. */
      foreseen?: string[]
      /** Branches that are still not as recorded, where the work is to go on after one was lost. */
      lost?: string[]
    }
  | ({
      kind: 'plan_drafted'
      op: string
      plan: Plan
      faults: PlanFault[]
      assignees?: AssigneeFacts
      tuning?: SkillDiagnosed
    } & WithLostUse)
  | ({
      kind: 'plan_needs_input'
      op: string
      lacks: string[]
      reading?: IssueReading
      questions?: PlanningQuestion[]
      rounds: PlanRound[]
      tuning?: SkillDiagnosed
    } & WithLostUse)
  /** The issue asks for nothing that could be planned. */
  | ({ kind: 'plan_declined'; op: string; why: string; rounds?: PlanRound[]; tuning?: SkillDiagnosed } & WithLostUse)
  /** What the skill is after all tasks, on the integration branch. */
  | { kind: 'skill_diagnosed'; op: string; commit_sha: string; tuning: SkillDiagnosed }
  | { kind: 'issue_edited'; issue: IssueFacts }
  | { kind: 'issue_left'; how: 'closed' | 'transferred' | 'deleted'; by: Actor }
  | { kind: 'issue_reopened'; by: Actor }
  | { kind: 'branch_lost'; branch: string; how: 'deleted' | 'force-pushed'; by: string | null }
  /** Somebody pushed to a branch of a plan that another one replaced, or that was stopped: nobody looks at that. */
  | { kind: 'pushed_unheard'; branch: string; by: string }
  /** The integration branch holds something else than what was approved. `op`: it was found before it was shown as ready. */
  | {
      kind: 'integration_differs'
      op: string | null
      branch: string
      commit: string
      by: string | null
      differences: IntegrationDifference[]
    }
  /** A task's branch was put back by force to where it stood before its newest version: nothing new is there to judge. */
  | {
      kind: 'branch_thrown_back'
      task: string
      by: string
      commit: string
      /** Number of the newest version. */
      version: number
      pull_request: number | null
    }
  | {
      kind: 'push_refused'
      task: string
      by: string
      faults: string[]
      /** Paths that only another scope of the task would allow. */
      outside: string[]
      /** Nothing differs from the integration branch. */
      empty?: true
      /** The default branch, where the push brings newer commits of it. */
      brings?: string
      pull_request: number | null
    }
  /** `role` is judged here for what people do; runs and reviewers have none. `op` is the effect it answers. */
  | { kind: 'gate'; op: string | null; by: Actor | null; gate: GateEvent; on: number | null }
  /** The plan's tests ran on the integration branch. `guilty`: the task to blame; null where none could be named. */
  | {
      kind: 'plan_validated'
      op: string
      commit_sha: string
      tree_sha: string
      validation: Validation
      guilty: string | null
    }
  | { kind: 'comment_shown'; op: string; which: 'plan' | 'status'; plan_id: string; id: number; node_id: string }
  | {
      kind: 'examined'
      op: string
      number: number
      examination: DoctorExamination
      mending: { mended: string[]; left: string[] } | null
    }
  | { kind: 'mirrored'; op: string; issues: Record<string, { number: number; id: number }> }
  | { kind: 'final_opened'; op: string; plan_id: string; number: number; conflict?: FinalConflict }
  /** Whether git can merge the final pull request as things are; null: it can. `op`: seen while it was made ready. */
  | { kind: 'final_looked_at'; op: string | null; number: number; conflict: FinalConflict | null }
  | { kind: 'final_closed'; number: number; merged: boolean; by: Actor }
  | {
      kind: 'exported'
      op: string
      tag: string
      url: string
      manifest_sha256: string
      files: number
      partial: boolean
      missing: string[]
    }
  | { kind: 'export_failed'; op: string; why: string }
  | { kind: 'config_faulty'; path: string; faults: string[] }
  | { kind: 'effect_done'; op: string }
  /**
   * Tried and given up; a person is told. `draft_pull`: the pull request that is a draft, which is all that is in the way;
   * `obstacle`: what GitHub has against it until somebody changes the repository.
   */
  | ({
      kind: 'effect_failed'
      op: string
      what: string
      why: string
      draft_pull?: number
      obstacle?: Obstacle
    } & WithLostUse)
  /** The default branch, which the plan was made on, has another name by now. */
  | { kind: 'default_renamed'; op: string; to: string }
  /** The repository's rules are others than when the work met one of them, or that is long ago. */
  | { kind: 'rules_changed' }
  /** The day of a limit on models is over, which the work stood still for. */
  | { kind: 'limit_renewed'; until: string }
  /** Whom a task has waited for since then is to be reminded. */
  | { kind: 'reminder_due'; task: string; since: string }
  /** Nobody has judged a task's version since then: others are to be asked, too. */
  | { kind: 'escalation_due'; task: string; since: string }
  /** A pull request of ours is no draft any more. */
  | { kind: 'pull_ready'; number: number }

/** `key` names the event by its content, so that a second one is known (I3); `at` is ISO 8601. */
export type WorkEvent = { key: string; at: string } & WorkEventBody
export type WorkEventOf<K extends WorkEventBody['kind']> = Extract<WorkEvent, { kind: K }>
