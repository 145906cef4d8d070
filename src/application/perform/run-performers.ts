import { assignedTask } from '../../domain/records/assigned-task.ts'
import type { ActionOf, EffectKind } from '../../domain/effects/effect.ts'
import { planTests } from '../../domain/loop/plan-tests.ts'
import type { Task } from '../../domain/plan/task.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import type { Validation } from '../../domain/records/loop/validation.ts'
import type { Work } from '../../domain/records/work.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { RunEffectKind } from '../../domain/work/effects/effect-rules.ts'
import type { OwedOf } from '../attempts/attempt-effect.ts'
import { exportIssue } from '../bundle/export/export-issue.ts'
import { examineIssue } from './examine-issue.ts'
import { gateAnswer } from '../../domain/work/effects/gate-answer.ts'
import type { GateEvent } from '../../domain/gate/draft/gate-event.ts'
import type { HandedBack } from '../ports/forge/task-jobs.ts'
import type { MachinePorts, ViewPorts, RecordPorts, BranchPorts } from '../ports/machine-ports.ts'
import { planInRun } from '../planning/choose-planner.ts'
import { mirrorTasks } from './mirror-tasks.ts'
import { planningRecord } from '../planning/planning-record.ts'
import { debuggingDeadlines } from '../runs/debug/debug-failure.ts'
import { prepareReview } from '../runs/review/prepare-review.ts'
import { openReview } from '../runs/review/review-version.ts'
import type { RunPlace } from '../attempts/run-place.ts'
import { openProgressReport } from '../runs/report-progress.ts'
import { openRun } from '../runs/run-task.ts'
import type { TaskRun } from '../runs/task-run.ts'
import { openPlanValidation } from '../runs/review/validate-plan.ts'

export interface How {
  signal: AbortSignal
  /** For what there is to tell beside the effect's own result. */
  report: (events: readonly WorkEventBody[]) => void
  /** Tests of a review that passed, whatever becomes of it. */
  keepTests: (validation: Validation | null) => void
  /** What a task's executor took, once it has worked. */
  noteWork: (receipt: Omit<Receipt, 'outcome'>) => void
  /** What its executor says of itself meanwhile. */
  noteProgress: (event: GateEvent) => Promise<void>
  /** Of a task's executor that worked in a job of its own. */
  handedBack?: HandedBack
}

/** Work that may be tried again after a fault, each try going on from what the ones before came to. */
export type Tries = (again: boolean) => Promise<WorkEventBody>

/** What one kind of long work or another needs: not how work is ordered, told and counted. */
export type RunPorts = Omit<MachinePorts, 'messages' | 'enqueue' | 'runs' | 'watch' | 'wait' | 'observe'>

interface RunPerformer<K extends EffectKind> {
  /** Has it ready to be tried. */
  open: (ports: RunPorts, place: RunPlace, action: ActionOf<K>, op: string, how: How) => Tries
  /** How many commands with a time limit of their own it runs at most. */
  mostCommands: (place: RunPlace, action: ActionOf<K>) => number
}

/** Long work. */
const runPerformers: { [K in RunEffectKind]: RunPerformer<K> } = {
  draft_plan: {
    open:
      (ports, place, action, op, { signal }) =>
      () =>
        draftPlan(ports, place, action, op, signal),
    // Each answer of a model takes as long as a command may.
    mostCommands: ({ configuration: { agents, plan } }) => {
      const { planner, plan_reviewer, feasibility, splitter } = agents
      const advisers = [plan_reviewer, feasibility, splitter].filter((one) => one === 'model').length
      const rounds = 1 + plan.max_attempts
      return planner === 'outline' && advisers === 0 ? 1 : rounds * (1 + 2 * advisers)
    },
  },
  run_task: {
    open: openTaskRun,
    mostCommands: ({ work }, { task }) => 1 + withDebugging(findTask(work, task)?.test.commands ?? []),
  },
  review_version: {
    open: openVersionReview,
    mostCommands({ work }, { task: id }) {
      const task = findTask(work, id)
      const smoke = task?.acceptance_criteria.filter((one) => one.check_method === 'run_smoke_test') ?? []
      // What a person pushed is tested here (decision 25).
      // A model is given as long as a command.
      const asked = task?.acceptance_criteria.some((one) => one.check_method === 'model_review') === true ? 1 : 0
      return smoke.length + asked + withDebugging(task?.test.commands ?? [])
    },
  },
  validate_plan: {
    open: (ports, place, { commit_sha: commit }, op, { signal }) =>
      openPlanValidation(ports, place, { op, commit, signal }),
    mostCommands: ({ work, configuration }) =>
      withDebugging(work.plan === null ? [] : planTests(work.plan, configuration)),
  },
  mirror_tasks: {
    open: (ports, place, _action, op) => async () => ({
      kind: 'mirrored',
      op,
      issues: await mirrorTasks(ports, place),
    }),
    mostCommands: () => 0,
  },
  examine: {
    open: (ports, place, action, op, how) => () => examine(ports, place, action, op, how),
    mostCommands: () => 0,
  },
  export: {
    open: (ports, place, action, op) => () => performExport(ports, place, action, op),
    mostCommands: () => 0,
  },
}

/** What carries out an effect and the effect are of one kind, which the compiler can't see. */
function performerOf(action: ActionOf<RunEffectKind>): RunPerformer<RunEffectKind> {
  return runPerformers[action.kind] as RunPerformer<RunEffectKind>
}

/** Long work, ready to be tried. */
export function openRunEffect(
  ports: RunPorts,
  place: RunPlace,
  { action, op }: OwedOf<RunEffectKind>,
  how: How,
): Tries {
  return performerOf(action).open(ports, place, action, op, how)
}

/** How many commands with a time limit of their own that work runs at most. */
export function countMostCommands({ action }: OwedOf<RunEffectKind>, place: RunPlace): number {
  return performerOf(action).mostCommands(place, action)
}

/** Each test command once, and what it takes to find out why one failed. */
function withDebugging(tests: readonly string[]): number {
  return tests.length === 0 ? 0 : tests.length + debuggingDeadlines
}

function findTask({ plan }: Work, id: string): Task | undefined {
  return plan?.tasks.find((task) => task.id === id)
}

async function examine(
  ports: ViewPorts &
    RecordPorts &
    Pick<MachinePorts, 'store' | 'thread' | 'pullRequests' | 'examination' | 'repairer' | 'timeAfter'>,
  place: RunPlace,
  action: ActionOf<'examine'>,
  op: string,
  { report }: How,
): Promise<WorkEventBody> {
  const { events, answer } = await examineIssue(ports, place, action, op)
  report(events)
  return answer
}

async function draftPlan(
  ports: Pick<MachinePorts, 'people' | 'planner' | 'modelPlanner' | 'advisers' | 'files' | 'now' | 'log'>,
  { repository, work, configuration, defaultBranch }: RunPlace,
  action: ActionOf<'draft_plan'>,
  op: string,
  signal: AbortSignal,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const {
    key: _key,
    at: _at,
    ...body
  } = await planInRun(ports, {
    signal,
    repository,
    record: planningRecord(work.record),
    previous: work.plan,
    planId: action.plan_id,
    guidance: action.guidance,
    configuration,
    commit: defaultBranch.sha,
    op,
    at: ports.now(),
  })
  return body
}

function openTaskRun(
  ports: ViewPorts &
    BranchPorts &
    RecordPorts &
    Pick<MachinePorts, 'people' | 'executors' | 'analyst' | 'later' | 'log'>,
  place: RunPlace,
  action: ActionOf<'run_task'>,
  op: string,
  { signal, noteWork, noteProgress, handedBack }: How,
): Tries {
  const placed = placeTaskRun(place, action, signal)
  if (placed === undefined) return () => Promise.resolve({ kind: 'effect_done', op })
  const { task, runId } = placed
  const told = openProgressReport(ports, (progress) =>
    noteProgress({ kind: 'run_progressed', task: task.id, run_id: runId, progress }),
  )
  const given = { ...placed, noteProgress: told.note, ...(handedBack === undefined ? {} : { handedBack }) }
  const run = openRun(ports, given, noteWork)
  return async (again) => {
    try {
      return gateAnswer(op, await run(again))
    } finally {
      told.close()
    }
  }
}

/** The run as its task and node stand; undefined where it is not the live one of its task. */
export function placeTaskRun(
  { work, configuration, repository }: RunPlace,
  { task: taskId, run_id: runId }: ActionOf<'run_task'>,
  signal: AbortSignal,
): TaskRun | undefined {
  const node = work.execution?.nodes[taskId]
  const task = work.plan?.tasks.find((one) => one.id === taskId)
  if (task === undefined || node?.kind !== 'ACTION' || node.run?.run_id !== runId) return undefined
  return { repository, work, configuration, task: assignedTask(task, node), node, runId, signal }
}

function openVersionReview(
  ports: RecordPorts & Pick<MachinePorts, 'people' | 'ci' | 'workspace' | 'reviewer' | 'analyst' | 'timeAfter' | 'log'>,
  place: RunPlace,
  action: ActionOf<'review_version'>,
  op: string,
  { signal, keepTests }: How,
): Tries {
  const prepared = prepareReview(place, action, signal)
  if (prepared === undefined) return () => Promise.resolve({ kind: 'effect_done', op })
  const review = openReview(ports, prepared)
  return async () => {
    try {
      return gateAnswer(op, await review.look())
    } finally {
      keepTests(review.tested())
    }
  }
}

async function performExport(
  ports: Pick<MachinePorts, 'store' | 'exports' | 'web' | 'docs'>,
  { repository, work }: RunPlace,
  action: ActionOf<'export'>,
  op: string,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const outcome = await exportIssue(ports, repository, {
    issueNumber: work.record.number,
    planId: action.plan_id,
    includeCandidates: action.include_candidates,
    includeSupporting: action.include_supporting ?? true,
    partial: action.partial,
    ...(action.templates === undefined ? {} : { templates: action.templates }),
    op,
  })
  // The bundle went into the workflow branch behind the store's back.
  ports.store.forget(repository)
  if (outcome.kind === 'refused') return { kind: 'export_failed', op, why: outcome.why }
  const { tag, url, manifestSha256, files, missing } = outcome
  return {
    kind: 'exported',
    op,
    tag,
    url,
    manifest_sha256: manifestSha256,
    files,
    partial: missing.length > 0,
    missing,
  }
}
