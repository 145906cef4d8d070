import { assignedTask } from '../../domain/records/assigned-task.ts'
import { findNewInBase } from '../../domain/debug/find-new-in-base.ts'
import { owedTests } from '../../domain/loop/owed-tests.ts'
import type { Artifact } from '../../domain/records/artifact.ts'
import type { ExecutionRecord, Receipt } from '../../domain/records/execution-record.ts'
import type { Validation } from '../../domain/records/loop/validation.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { OwedOf } from '../effects/attempt-effect.ts'
import { exportIssue } from '../bundle/export/export-issue.ts'
import { examineIssue } from './examine-issue.ts'
import { gateAnswer } from '../effects/gate-answer.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { makePlan } from '../planning/make-plan.ts'
import { mirrorTasks } from './mirror-tasks.ts'
import { planningRecord } from '../planning/planning-record.ts'
import { openReview } from '../runs/review/review-version.ts'
import type { RunEffectKind, RunPlace } from '../effects/run-kinds.ts'
import { openRun } from '../runs/run-task.ts'
import { openPlanValidation } from '../runs/review/validate-plan.ts'

export interface How {
  signal: AbortSignal
  /** For what there is to tell beside the effect's own result. */
  report: (events: readonly WorkEventBody[]) => void
  /** Tests of a review that passed, whatever becomes of it. */
  keepTests: (validation: Validation | null) => void
  /** What a task's executor took, once it has worked. */
  noteWork: (receipt: Omit<Receipt, 'outcome'>) => void
}

/** Work that may be tried again after a fault, each try going on from what the ones before came to. */
export type Tries = (again: boolean) => Promise<WorkEventBody>

/** Long work, ready to be tried. */
export function openRunEffect(ports: MachinePorts, place: RunPlace, owed: OwedOf<RunEffectKind>, how: How): Tries {
  const { action, op } = owed
  switch (action.kind) {
    case 'draft_plan':
      return () => draftPlan(ports, place, action, op)
    case 'run_task':
      return openTaskRun(ports, place, action, op, how)
    case 'review_version':
      return openVersionReview(ports, place, action, op, how)
    case 'validate_plan':
      return openPlanValidation(ports, place, { op, commit: action.commit_sha, signal: how.signal })
    case 'mirror_tasks':
      return async () => ({ kind: 'mirrored', op, issues: await mirrorTasks(ports, place) })
    case 'examine':
      return async () => {
        const { events, answer } = await examineIssue(ports, place, action, op)
        how.report(events)
        return answer
      }
    case 'export':
      return () => performExport(ports, place, action, op)
  }
}

async function draftPlan(
  ports: MachinePorts,
  { repository, work, configuration, defaultBranch }: RunPlace,
  action: OwedOf<'draft_plan'>['action'],
  op: string,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const {
    key: _key,
    at: _at,
    ...body
  } = await makePlan(ports, {
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
  ports: MachinePorts,
  { work, configuration, repository }: RunPlace,
  { task: taskId, run_id: runId }: OwedOf<'run_task'>['action'],
  op: string,
  { signal, noteWork }: How,
): Tries {
  const node = work.execution?.nodes[taskId]
  const task = work.plan?.tasks.find((one) => one.id === taskId)
  if (task === undefined || node?.kind !== 'ACTION' || node.run?.run_id !== runId)
    return () => Promise.resolve({ kind: 'effect_done', op })
  const given = assignedTask(task, node)
  const run = openRun(ports, { repository, work, configuration, task: given, node, runId, signal }, noteWork)
  return async (again) => gateAnswer(op, await run(again))
}

function openVersionReview(
  ports: MachinePorts,
  { work, configuration, repository }: RunPlace,
  action: OwedOf<'review_version'>['action'],
  op: string,
  { signal, keepTests }: How,
): Tries {
  const { plan, execution } = work
  const task = plan?.tasks.find((one) => one.id === action.task)
  const artifact = execution?.artifacts.find((one) => one.artifact_id === action.artifact_id)
  if (plan === null || execution === null || task === undefined || artifact === undefined)
    return () => Promise.resolve({ kind: 'effect_done', op })
  const tests = owedTests(execution, task, artifact)
  const review = openReview(ports, {
    repository,
    plan,
    task,
    artifact,
    deliveredBefore: listDelivered(execution, artifact),
    reviewId: action.review_id,
    tests,
    newInBase: findNewInBase(execution, task.id),
    configuration,
    signal,
  })
  return async () => {
    try {
      return gateAnswer(op, await review.look())
    } finally {
      keepTests(review.tested())
    }
  }
}

function listDelivered({ artifacts, reviews }: ExecutionRecord, { task, artifact_id: id }: Artifact): string[] {
  const approved = new Set(reviews.flatMap((one) => (one.verdict === 'APPROVED' ? [one.reviewed_artifact_id] : [])))
  const earlier = artifacts.filter(
    (one) => one.task === task && one.artifact_id !== id && approved.has(one.artifact_id),
  )
  return [...new Set(earlier.flatMap((one) => one.files.map((file) => file.path)))]
}

async function performExport(
  ports: MachinePorts,
  { repository, work }: RunPlace,
  action: OwedOf<'export'>['action'],
  op: string,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const outcome = await exportIssue(ports, repository, {
    issueNumber: work.record.number,
    planId: action.plan_id,
    includeCandidates: action.include_candidates,
    includeSupporting: action.include_supporting ?? true,
    partial: action.partial,
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
