import type { EffectKind } from '../domain/effect.ts'
import type { GateEvent } from '../domain/gate/gate-event.ts'
import { owedTests } from '../domain/loop/owed-tests.ts'
import type { WorkEventBody } from '../domain/work/work-event.ts'
import { eventSignal } from './event-signal.ts'
import type { MachinePorts } from './machine-ports.ts'
import { examineIssue } from './examine-issue.ts'
import { makePlan } from './make-plan.ts'
import { planningRecord } from './planning-record.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import { mirrorTasks } from './mirror-tasks.ts'
import { attempt, explain, type OwedOf, type Performance } from './attempt-effect.ts'
import { reviewVersion } from './review-version.ts'
import { runTask } from './run-task.ts'
import { validatePlan } from './validate-plan.ts'

export const runKinds = [
  'draft_plan',
  'run_task',
  'review_version',
  'validate_plan',
  'mirror_tasks',
  'examine',
  'export',
] as const satisfies readonly EffectKind[]
export type RunEffectKind = (typeof runKinds)[number]

/** What long work needs to know of the issue. */
export type RunPlace = Pick<Performance, 'repository' | 'work' | 'configuration' | 'defaultBranch'>

export interface RunHow {
  /** Ends the work. */
  signal: AbortSignal
  /** Nobody can have tried it before. */
  isUntried: boolean
}

/** Carries out long work; what it comes to, as events, the last of them its own. */
export async function performRunEffect(
  ports: MachinePorts,
  place: RunPlace,
  owed: OwedOf<RunEffectKind>,
  how: RunHow,
): Promise<WorkEventBody[]> {
  const events: WorkEventBody[] = []
  const report = (found: readonly WorkEventBody[]) => void events.push(...found)
  const body = await attempt(ports, { isOurs: () => how.isUntried }, owed, (again) =>
    perform(ports, place, owed, { signal: how.signal, again, report }),
  )
  watchDeadline(ports, place, body)
  return [...events, body]
}

/** CI that doesn't report in time is a person's question (design 2, row "results for some, others pending"). */
function watchDeadline(ports: MachinePorts, { repository, work, configuration }: RunPlace, body: WorkEventBody): void {
  const issueNumber = work.record?.number
  if (body.kind !== 'gate' || body.gate.kind !== 'review_reported' || issueNumber === undefined) return
  const { task, review_id, waiting } = body.gate
  if (!waiting.some((one) => one.for === 'ci')) return
  const gate: GateEvent = { kind: 'ci_overdue', task, review_id }
  const overdue: WorkEventBody = { kind: 'gate', op: null, by: null, on: null, gate }
  ports.later(configuration.review.ci_timeout_minutes * 60_000, () => {
    ports.tell([eventSignal(ports, { repository, issueNumber }, overdue)]).catch((error: unknown) => {
      // The sweep tells it too.
      ports.log('warn', 'late CI was not told', { why: explain(error) })
    })
  })
}

/** Operation ids are unique in a repository only. */
export function runId(repository: Pick<RepositoryRef, 'key'>, op: string): string {
  return `${repository.key} ${op}`
}

interface How {
  signal: AbortSignal
  again: boolean
  /** For what there is to tell beside the effect's own result. */
  report: (events: readonly WorkEventBody[]) => void
}

async function perform(
  ports: MachinePorts,
  performance: RunPlace,
  owed: OwedOf<RunEffectKind>,
  how: How,
): Promise<WorkEventBody> {
  const { action, op } = owed
  const { work, configuration } = performance
  switch (action.kind) {
    case 'draft_plan': {
      if (work.record === null) return { kind: 'effect_done', op }
      const {
        key: _key,
        at: _at,
        ...body
      } = await makePlan(ports, {
        repository: performance.repository,
        record: planningRecord(work.record),
        previous: work.plan,
        planId: action.plan_id,
        guidance: action.guidance,
        configuration,
        commit: performance.defaultBranch.sha,
        op,
        at: ports.now(),
      })
      return body
    }
    case 'run_task':
      return asBody(op, await performRun(ports, performance, action.task, action.run_id, how))
    case 'review_version':
      return asBody(op, await performReview(ports, performance, action, how))
    case 'validate_plan':
      return validatePlan(ports, performance, { op, commit: action.commit_sha, signal: how.signal })
    case 'mirror_tasks':
      return { kind: 'mirrored', op, issues: await mirrorTasks(ports, performance) }
    case 'examine': {
      const { events, answer } = await examineIssue(ports, performance, action, op)
      how.report(events)
      return answer
    }
    case 'export':
      return performExport(ports, performance, action, op)
  }
}

function asBody(op: string, gate: GateEvent | null): WorkEventBody {
  return gate === null ? { kind: 'effect_done', op } : { kind: 'gate', op, by: null, on: null, gate }
}

async function performRun(
  ports: MachinePorts,
  performance: RunPlace,
  taskId: string,
  runId: string,
  how: How,
): Promise<GateEvent | null> {
  const { work, configuration, repository } = performance
  const node = work.execution?.nodes[taskId]
  const task = work.plan?.tasks.find((one) => one.id === taskId)
  if (task === undefined || node?.kind !== 'ACTION' || node.run?.run_id !== runId) return null
  return runTask(ports, { repository, work, configuration, task, node, runId, ...how })
}

async function performReview(
  ports: MachinePorts,
  performance: RunPlace,
  action: OwedOf<'review_version'>['action'],
  how: How,
): Promise<GateEvent | null> {
  const { plan, execution } = performance.work
  const task = plan?.tasks.find((one) => one.id === action.task)
  const artifact = execution?.artifacts.find((one) => one.artifact_id === action.artifact_id)
  if (plan === null || execution === null || task === undefined || artifact === undefined) return null
  const { repository, configuration } = performance
  return reviewVersion(ports, {
    repository,
    plan,
    task,
    artifact,
    reviewId: action.review_id,
    tests: owedTests(execution, task, artifact),
    configuration,
    signal: how.signal,
  })
}

async function performExport(
  ports: MachinePorts,
  { repository, work }: Pick<Performance, 'repository' | 'work'>,
  action: OwedOf<'export'>['action'],
  op: string,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const outcome = await ports.exporter.exportPlan(repository, {
    issueNumber: work.record.number,
    planId: action.plan_id,
    includeCandidates: action.include_candidates,
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

/** A run that couldn't be carried out is a failed attempt of its task, not a lost one. */
export function runFailure(owed: OwedOf<RunEffectKind>, why: string): WorkEventBody {
  const { action, op } = owed
  switch (action.kind) {
    case 'run_task':
      return {
        kind: 'gate',
        op,
        by: null,
        on: null,
        gate: {
          kind: 'run_failed',
          task: action.task,
          run_id: action.run_id,
          reason: why,
          stuck: false,
          receipt: null,
        },
      }
    case 'review_version':
      return {
        kind: 'gate',
        op,
        by: null,
        on: null,
        gate: { kind: 'review_failed', task: action.task, review_id: action.review_id, reason: why },
      }
    case 'draft_plan':
      return { kind: 'plan_needs_input', op, lacks: [`The planner failed: ${why}`], rounds: [] }
    case 'export':
      return { kind: 'export_failed', op, why }
    case 'validate_plan':
    case 'mirror_tasks':
    case 'examine':
      return { kind: 'effect_failed', op, what: action.kind.replaceAll('_', ' '), why }
  }
}
