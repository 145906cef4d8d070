import type { Analyst } from './roles/analyst.ts'
import type { Executor } from './roles/executor.ts'
import type { ExportPlaces } from './forge/export-places.ts'
import type { Examination } from './forge/examination.ts'
import type { IssueMirror } from './forge/issue-mirror.ts'
import type { Repairer } from './forge/repairer.ts'
import type { ContinuousIntegration, People } from './forge/people.ts'
import type { MachineObservation } from './queues/observer.ts'
import type { LanguageModel } from './models/language-model.ts'
import type { ModelGateway } from './models/model-gateway.ts'
import type { Notices } from './notices.ts'
import type { PlanAdvisers } from './roles/plan-advice.ts'
import type { Planner } from './roles/planner.ts'
import type { PullRequests } from './forge/pull-requests.ts'
import type { Queue } from './queues/queue.ts'
import type { RepositoryRules } from './forge/repository-rules.ts'
import type { RepositoryFiles } from './forge/repository-files.ts'
import type { Reviewer } from './roles/reviewer.ts'
import type { RunQueue } from './queues/run-queue.ts'
import type { SkillTuner } from './roles/skill-tuner.ts'
import type { StateStore } from './state/state-store.ts'
import type { TaskJobs } from './forge/task-jobs.ts'
import type { Thread } from './forge/thread.ts'
import type { Workspace } from './roles/workspace.ts'
import type { Fence } from '../fence.ts'
import type { Message } from './queues/message.ts'

/** Everything the machine needs from outside; wired once, in an entry point. */
export interface MachinePorts {
  store: StateStore
  thread: Thread
  pullRequests: PullRequests
  people: People
  ci: ContinuousIntegration
  workspace: Workspace
  planner: Planner
  /** Absent where no model is configured. */
  modelPlanner?: Planner
  /** Models that are asked about plans beside the rules; absent where none is configured. */
  advisers?: PlanAdvisers
  /** Absent where no skill can be looked at. */
  tuner?: SkillTuner
  files: RepositoryFiles
  /** By name: `patch`, `shell`, `human`, …; `@login` is `human`. */
  executors: ReadonlyMap<string, Executor>
  /** Absent where tasks are worked on by this process alone. */
  taskJobs?: TaskJobs
  reviewer: Reviewer
  /** Says what may have made a test fail. */
  analyst: Analyst
  /** Absent where no model is configured. */
  models?: ModelGateway
  /** Roles that a model fills ask it; absent where no model is configured. */
  language?: LanguageModel
  /** Absent where nobody outside of GitHub is told of anything. */
  notices?: Notices
  exports: ExportPlaces
  mirror: IssueMirror
  examination: Examination
  repairer: Repairer
  rules: RepositoryRules
  /** Of the partitions that this process holds. */
  messages: Queue<Message>
  /** Into the partitions of their issues, whichever process holds them; stored once it resolves. */
  enqueue: (messages: readonly Message[]) => Promise<void>
  runs: RunQueue
  /** Tells whenever it is asked whether the issue was this process's all the time since: where not, it does nothing more for it. */
  watch: (partition: string) => Fence
  /** ISO 8601, milliseconds. */
  now: () => string
  newId: () => string
  timeAfter: (at: string, ms: number) => string
  wait: (ms: number) => Promise<void>
  /** That something was shown goes so long into the next commit of its issue, and after that into one of its own. */
  confirmWithinMs: number
  /** Does something that much later, without keeping anything waiting for it. */
  later: (ms: number, act: () => void) => void
  /** MAC of a marker's text. */
  sign: (text: string) => string
  /** Base of the pages people see, `https://github.com`. */
  web: string
  /** Folder the documentation is read in; undefined where no place for it is known. */
  docs: string | undefined
  /** Absent where the bot is an App of its own: `GITHUB_TOKEN` can do less. */
  actsAs?: 'job_token'
  /** Absent where nobody counts. */
  observe?: (observation: MachineObservation) => void
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>) => void
}

/** What stands in texts that people read: the MAC of a marker, and where links lead. */
export type ViewPorts = Pick<MachinePorts, 'sign' | 'web' | 'docs' | 'actsAs'>

/** Branches, as GitHub has them with their pull requests, and as git compares them. */
export type BranchPorts = Pick<MachinePorts, 'pullRequests' | 'workspace'>

/** What is recorded has a time and an id. */
export type RecordPorts = Pick<MachinePorts, 'now' | 'newId' | 'confirmWithinMs'>

/** What is tried again, with a pause, is counted and told; what a rule forbids is named. */
export type TryPorts = Pick<MachinePorts, 'now' | 'wait' | 'observe' | 'log' | 'rules'>
