import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { isFlaky } from '../../domain/records/loop/analysis.ts'
import { sumNewestTests } from '../../domain/loop/project-validate.ts'
import { ofThisLoop } from '../../domain/loop/of-this-loop.ts'
import { debugCompleted, developProgress, overallProgress } from '../../domain/loop/derived-progress.ts'
import type { IssuePhase, IssueStatus, TaskStatus } from '../../domain/records/status-report.ts'
import type { Work } from '../../domain/records/work.ts'
import { joinReasons } from '../../views/text/reason.ts'
import { decideStatusKind } from '../../views/status/status-lead.ts'
import { describeStandings, findWaitingFor, type Standing } from '../../views/task/task-standing.ts'
import { listNeeds } from './list-needs.ts'

/** Where an issue stands, from its files on the workflow branch. */
export function describeIssue({ record, plan, execution, loop }: Work & { record: IssRecord }): IssueStatus {
  const standings = plan === null ? [] : describeStandings(plan, execution)
  const tasks = standings.map((standing) => describeTask(standing, standings, execution))
  const phase = decidePhase(record, standings)
  const status = {
    id: record.id,
    number: record.number,
    title: record.frozen.title,
    repository: record.repository,
    phase,
    since:
      phase === 'stopped' ? record.stopped : phase === 'paused' && record.paused ? joinReasons(record.paused) : null,
    plan: plan === null ? null : { id: plan.id, hash: plan.hash },
    tasks_total: tasks.length,
    tasks_approved: tasks.filter(({ approved }) => approved).length,
    ...describeLoop(loop, execution),
    tasks,
    debug: describeDebug(execution),
    final_pull_request: record.final_pull_request,
    released: record.exports.at(-1)?.tag ?? null,
  }
  return { ...status, needs: listNeeds(status, record, standings, plan?.notes) }
}

function decidePhase(record: IssRecord, standings: readonly Standing[]): IssuePhase {
  const kind = decideStatusKind({ record }, standings)
  switch (kind) {
    case 'planning':
      return record.phase === 'awaiting_input' ? 'asking' : 'planning'
    case 'unapproved':
      return 'planned'
    case 'needs_person':
      return 'waiting'
    case 'completed': {
      const { state, conflict } = record.final_pull_request ?? {}
      if (state === 'merged' || state === 'closed') return 'done'
      return conflict === undefined ? 'ready' : 'waiting'
    }
    case 'working':
    case 'paused':
    case 'stopped':
      return kind
  }
}

function describeTask(
  standing: Standing,
  standings: readonly Standing[],
  execution: ExecutionRecord | null,
): TaskStatus {
  const { task, node, check, approved } = standing
  const artifacts = execution?.artifacts.filter((one) => one.task === task.id) ?? []
  const versionOf = (id: string | null | undefined) => artifacts.find(({ artifact_id }) => artifact_id === id)
  const newest = versionOf(node?.active_artifact_id)
  const isDone = (id: string) => standings.find((one) => one.task.id === id)?.node?.state === 'DONE'
  const rejected = execution?.reviews.filter((one) => one.task === task.id && one.verdict === 'REJECTED') ?? []
  return {
    id: task.id,
    title: task.title,
    state: node?.state ?? 'PENDING',
    check: check?.state ?? null,
    approved,
    merging: node?.state === 'READY_TO_CHECK' && node.merge === 'pending',
    stale: node?.approval_stale ?? false,
    executor: node?.executor ?? task.executor,
    version: newest?.version ?? null,
    by: newest === undefined ? null : newest.by.kind === 'person' ? newest.by.login : newest.by.name,
    approved_version: versionOf(node?.approved_artifact_id)?.version ?? null,
    rejected_versions: new Set(rejected.map(({ version }) => version)).size,
    attempts: node?.attempts ?? 0,
    pull_request: node?.pull_request?.number ?? null,
    after: node === null || node.state === 'PENDING' ? task.depends_on.filter((id) => !isDone(id)) : [],
    waits_for: findWaitingFor(standing),
    reason: node?.reason ?? null,
  }
}

/** As in the status comment: bars of the loop once a test ran, before that tasks alone. */
function describeLoop(
  loop: Work['loop'],
  execution: ExecutionRecord | null,
): Pick<IssueStatus, 'progress' | 'iteration' | 'tests'> {
  const skill = loop?.skill_state
  if (loop === null || skill === undefined) return { progress: null, iteration: null, tests: null }
  // The round that a person is asked after is the last that is allowed, not one more.
  const iteration = { current: Math.min(loop.current_iteration, loop.max_iterations), most: loop.max_iterations }
  const tests = execution === null ? null : sumNewestTests(execution)
  if (tests === null) return { progress: null, iteration, tests }
  const { develop, validate } = skill
  return {
    progress: {
      overall: overallProgress(loop),
      develop: developProgress(develop),
      validate: validate.pass_rate,
      debug: debugCompleted(skill) ? 100 : 0,
    },
    iteration,
    tests: { ...tests.totals, coverage: validate.coverage ?? null },
  }
}

function describeDebug(execution: ExecutionRecord | null): IssueStatus['debug'] {
  const newest = execution === null ? undefined : ofThisLoop(execution).analyses.at(-1)
  if (newest === undefined) return null
  const { task, iteration, at, failing_tests } = newest
  const hypotheses = newest.hypotheses.map(({ id, description, logging_point: place, status, verdict_reason }) => ({
    id,
    description,
    place,
    status,
    verdict_reason,
  }))
  return { task, iteration, at, flaky: isFlaky(newest), failing_tests, hypotheses }
}
