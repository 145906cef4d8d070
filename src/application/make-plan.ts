import { assemblePlan } from '../domain/assemble-plan.ts'
import type { Configuration } from '../domain/configuration.ts'
import type { IssRecord } from '../domain/iss-record.ts'
import type { PlanDraft } from '../domain/plan-draft.ts'
import type { PlanFault } from '../domain/plan-fault.ts'
import { hashPlan } from '../domain/plan-hash.ts'
import type { Plan } from '../domain/plan.ts'
import { depthOf } from '../domain/planning/depth-of.ts'
import type { PlanRound, TaskSplit } from '../domain/planning/plan-round.ts'
import { touchedFiles } from '../domain/planning/touched-files.ts'
import { deriveLevel } from '../domain/planning/derive-level.ts'
import { taskId } from '../domain/task-id.ts'
import type { WorkEvent } from '../domain/work/work-event.ts'
import type { PlanReview, PlanStages, StageContext } from './ports/plan-stages.ts'
import type { Planner } from './ports/planner.ts'
import type { RepositoryFiles } from './ports/repository-files.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'

/** Sizes are asked for in one request; of more files than this, the others count as new ones. */
const maxSizedFiles = 200

export interface PlanningPorts {
  planner: Planner
  stages: PlanStages
  files: RepositoryFiles
}

export interface PlanningRequest {
  repository: RepositoryRef
  record: IssRecord
  /** The plan that another one is made for. */
  previous: Plan | null
  planId: string
  guidance: string | null
  configuration: Configuration
  /** Where sizes of touched files are read: head of the default branch. */
  commit: string
  op: string
  at: string
}

type Planned = Extract<WorkEvent, { kind: 'plan_drafted' | 'plan_needs_input' | 'plan_declined' }>

/**
 * PLAN_GEN → PLAN_REVIEW → FEASIBILITY_CHECK → done, or → split → PLAN_REVIEW … (spec 003 §5). Findings go back to the
 * planner up to `plan.max_attempts` times, while it answers with something new. Each round is kept in the plan.
 */
export async function makePlan(ports: PlanningPorts, request: PlanningRequest): Promise<Planned> {
  const { op, at, configuration } = request
  const event = { key: `op:${op}`, at, op }
  const rounds: PlanRound[] = []
  let findings: PlanFault[] = []
  let before = ''
  let faults: PlanFault[] = []
  let plan: Plan | null = null
  for (let attempt = 1; attempt <= configuration.plan.max_attempts; attempt += 1) {
    const answer = await askPlanner(ports.planner, request, findings)
    if (answer.kind === 'needs_input') return { ...event, kind: 'plan_needs_input', lacks: answer.lacks, rounds }
    if (answer.kind === 'declined') return { ...event, kind: 'plan_declined', why: answer.why }
    const draft = JSON.stringify(answer.draft)
    if (draft === before) break
    before = draft
    const outcome = await refine(ports, request, answer.draft, rounds)
    if (outcome.kind === 'lacks') return { ...event, kind: 'plan_needs_input', lacks: outcome.lacks, rounds }
    plan = outcome.plan
    const weak = outcome.kind === 'planned' && (plan.score ?? 0) < configuration.plan.min_score
    if (outcome.kind === 'planned' && !weak) return { ...event, kind: 'plan_drafted', plan, faults: [] }
    faults = outcome.kind === 'faulty' ? outcome.findings : []
    findings = outcome.kind === 'faulty' ? outcome.findings : reasonsOf(plan)
  }
  if (plan === null) throw new Error('planning ended without an answer')
  return { ...event, kind: 'plan_drafted', plan: { ...plan, rounds }, faults }
}

/** What would raise the score, as findings that a planner can act on. */
function reasonsOf(plan: Plan): PlanFault[] {
  return plan.score_parts.flatMap(({ reasons }) =>
    reasons.map((message): PlanFault => ({ code: 'score_too_low', nodes: [], message })),
  )
}

function askPlanner(planner: Planner, request: PlanningRequest, findings: readonly PlanFault[]) {
  const { planId, record, guidance, configuration, previous } = request
  return planner.plan({ planId, issue: record, guidance, configuration, findings, previous })
}

type Refined =
  | { kind: 'planned'; plan: Plan }
  | { kind: 'lacks'; lacks: string[] }
  | { kind: 'faulty'; plan: Plan; findings: PlanFault[] }

/** Reviews, estimates and splits until all leaves fit in one go; pushes its rounds. Depth bounds it (spec 003 §2.1). */
async function refine(
  ports: PlanningPorts,
  request: PlanningRequest,
  draft: PlanDraft,
  rounds: PlanRound[],
): Promise<Refined> {
  let plan = assemble(ports, request, draft)
  const named = new Set(plan.tasks.flatMap((task) => touchedFiles(task).files))
  const paths = [...named].slice(0, maxSizedFiles)
  const sizes = await ports.files.readSizes(request.repository, request.commit, paths)
  const nodeId = (id: string): string => taskId(request.record.repository, plan.id, id)
  const context: StageContext = { configuration: request.configuration, sizes, nodeId }
  for (;;) {
    const review = await ports.stages.review(plan, context)
    const round: PlanRound = { number: rounds.length + 1, findings: [], score: null, feasibility: [], splits: [] }
    rounds.push(round)
    if (review.findings.length > 0) {
      round.findings = review.findings.slice(0, 50)
      return { kind: 'faulty', plan, findings: review.findings }
    }
    round.score = review.score
    const checked = await ports.stages.checkFeasibility(plan, context)
    plan = checked.plan
    round.feasibility = checked.feasibility
    const large = checked.feasibility.filter((one) => !one.one_shot_pass).map((one) => one.task)
    if (large.length === 0) return { kind: 'planned', plan: await conclude(ports.stages, plan, draft, rounds, context) }
    const split = await splitAll(ports.stages, plan, large, context)
    if (split.lacks.length > 0) return { kind: 'lacks', lacks: split.lacks }
    plan = split.plan
    round.splits = split.splits
  }
}

function assemble({ planner }: PlanningPorts, request: PlanningRequest, draft: PlanDraft): Plan {
  const { record, configuration, planId, at } = request
  return assemblePlan(draft, {
    planId,
    issId: record.id,
    issueNumber: record.number,
    repository: record.repository,
    createdAt: at,
    textSha256: record.frozen.sha256,
    commentIds: record.comment_ids,
    removed: record.frozen.removed,
    planner: planner.name,
    defaultExecutor: configuration.run.default_executor,
    reviewer: 'rules',
  })
}

/** Splits every leaf that is too large, or says of each why that can't be and what would help. */
async function splitAll(
  stages: PlanStages,
  plan: Plan,
  large: readonly string[],
  context: StageContext,
): Promise<{ plan: Plan; splits: TaskSplit[]; lacks: string[] }> {
  const { max_decomposition_depth: maxDepth, max_leaves: maxLeaves } = context.configuration.plan
  const splits: TaskSplit[] = []
  const lacks: string[] = []
  let next = plan
  for (const task of large) {
    const days = plan.tasks.find((one) => one.id === task)?.estimated_person_days ?? 0
    const still = `${task} is still estimated at ${days} days`
    if (depthOf(next, task) >= maxDepth) {
      lacks.push(`${still} after ${maxDepth} levels of splitting: cut it into smaller tasks`)
      continue
    }
    const outcome = await stages.split(next, task, context)
    if (outcome.kind === 'whole')
      lacks.push(`${outcome.why} It is estimated at ${days} days; if it is smaller, correct that.`)
    else if (outcome.plan.tasks.length > maxLeaves) {
      lacks.push(`splitting ${task} makes more than ${maxLeaves} tasks: plan a part of it in an issue of its own`)
    } else {
      next = outcome.plan
      splits.push(outcome.split)
    }
  }
  return { plan: next, splits, lacks }
}

/** Scored as it now is, with the analysis that the draft left out taken from its estimates, and hashed. */
async function conclude(
  stages: PlanStages,
  plan: Plan,
  draft: PlanDraft,
  rounds: readonly PlanRound[],
  context: StageContext,
): Promise<Plan> {
  const level = deriveLevel(plan.tasks)
  const { risk = level, impact = level, complexity = level } = draft.analysis ?? {}
  const analysed: Plan = { ...plan, analysis: { risk, impact, complexity }, rounds: [...rounds] }
  const { score, parts }: PlanReview = await stages.review(analysed, context)
  const scored = { ...analysed, score, score_parts: parts }
  return { ...scored, hash: hashPlan(scored) }
}
