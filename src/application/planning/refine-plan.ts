import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { PlanDraft } from '../../domain/plan/plan-draft.ts'
import { writePersonDays } from '../../domain/plan/assemble/person-days.ts'
import type { FileSizes } from '../../domain/plan/estimate/file-sizes.ts'
import { testManifests } from '../../domain/plan/estimate/manifest-tests.ts'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import { hashPlan } from '../../domain/plan/plan-hash.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { checkFeasibility } from '../../domain/plan/estimate/check-feasibility.ts'
import { depthOf } from '../../domain/plan/split/depth-of.ts'
import { composeCut, type ToldCut } from '../../domain/plan/split/compose-cut.ts'
import { type SplitOutcome, splitTask } from '../../domain/plan/split/split-task.ts'
import { type LeafEstimate, takeEstimates } from '../../domain/plan/estimate/take-estimates.ts'
import { deniedGlobs } from '../../domain/plan/scope/denied-of-task.ts'
import { findPlanFaults } from '../../domain/plan/rules/find-plan-faults.ts'
import type { PlanAdvice } from '../ports/roles/plan-advice.ts'
import { noteAdvice } from './note-advice.ts'
import { deriveLevel } from '../../domain/plan/score/derive-level.ts'
import type { Feasibility, PlanRound, TaskSplit } from '../../domain/plan/plan-round.ts'
import { taskId } from '../../domain/plan/task-id.ts'
import type { RepositoryFiles } from '../ports/forge/repository-files.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { readFileSizes } from './read-file-sizes.ts'
import { reviewPlan, type StageContext } from './review-plan.ts'

export interface RefiningPlace {
  files: RepositoryFiles
  repository: RepositoryRef
  /** Where sizes of touched files are read: head of the default branch. */
  commit: string
  /** `owner/name` that the ids of the plan's nodes are made with. */
  namedIn: string
  configuration: Configuration
  /** Models beside the rules; absent where none is asked. */
  advice?: PlanAdvice
}

/** What became of a plan, each time with its score. */
export type Refined =
  | { kind: 'planned'; plan: Plan; sizes: FileSizes }
  /** A task is too large and can't be split, or a limit is reached: what a person would have to say. */
  | { kind: 'lacks'; plan: Plan; lacks: string[] }
  | { kind: 'faulty'; plan: Plan; findings: PlanFault[] }

/**
 * PLAN_REVIEW and FEASIBILITY_CHECK of a plan, and splits, until all leaves fit in one go (spec 003 §1.3, §5); pushes its
 * rounds. Depth bounds it (spec 003 §2.1). `analysis` is what the plan's author said; the rest follows from its size.
 */
export async function refinePlan(
  place: RefiningPlace,
  given: Plan,
  analysis: PlanDraft['analysis'],
  rounds: PlanRound[],
): Promise<Refined> {
  const context = await openContext(place, given)
  const { max_leaves: maxLeaves, one_shot_threshold_person_days: mostDays } = place.configuration.plan
  const estimates: LeafEstimate[] = []
  let plan = given
  for (;;) {
    const review = reviewPlan(plan, context)
    const round: PlanRound = { number: rounds.length + 1, findings: [], score: null, feasibility: [], splits: [] }
    rounds.push(round)
    plan = { ...plan, score: review.score, score_parts: review.parts }
    if (review.findings.length > 0) {
      round.findings = review.findings.slice(0, 50)
      return { kind: 'faulty', plan, findings: review.findings }
    }
    round.score = review.score
    const checked = checkFeasibility(plan, context.sizes, mostDays)
    const judged = await askEstimates(place, checked, { context, round, estimates })
    plan = judged.plan
    round.feasibility = judged.feasibility
    if (plan.tasks.length > maxLeaves) return { kind: 'lacks', plan, lacks: [tooManyTasks(plan, maxLeaves)] }
    const large = judged.feasibility.filter((one) => !one.one_shot_pass).map((one) => one.task)
    if (large.length === 0)
      return { kind: 'planned', plan: conclude(plan, analysis, rounds, context), sizes: context.sizes }
    const split = await splitAll(place, plan, large, { context, round })
    if (split.lacks.length > 0) return { kind: 'lacks', plan, lacks: split.lacks }
    plan = split.plan
    round.splits = split.splits
  }
}

function tooManyTasks({ tasks }: Plan, most: number): string {
  return `The plan has ${tasks.length} tasks; a plan may have ${most}. Split it into several issues.`
}

async function openContext(place: RefiningPlace, plan: Plan): Promise<StageContext> {
  const { configuration, files, repository, commit, namedIn } = place
  const sizes = await readFileSizes(files, repository, commit, plan, testManifests)
  return { configuration, sizes, nodeId: (id) => taskId(namedIn, plan.id, id) }
}

interface RefiningStage {
  context: StageContext
  round: PlanRound
}

/** What a model says of leaves that it wasn't asked about before, taken beside what the formula says. */
async function askEstimates(
  { advice }: RefiningPlace,
  checked: { plan: Plan; feasibility: Feasibility[] },
  { context, round, estimates }: RefiningStage & { estimates: LeafEstimate[] },
): Promise<{ plan: Plan; feasibility: Feasibility[] }> {
  const known = new Set(estimates.map(({ task }) => task))
  const leaves = checked.plan.tasks.filter(({ id }) => !known.has(id))
  if (advice?.estimate === undefined || leaves.length === 0) return checked
  const told = noteAdvice(round, await advice.estimate(checked.plan, leaves))
  if (told === undefined) return checked
  estimates.push(...told.value)
  const thresholdPersonDays = context.configuration.plan.one_shot_threshold_person_days
  const taken = takeEstimates(checked.plan, told.value, { by: told.by, sizes: context.sizes, thresholdPersonDays })
  const changed = new Set(taken.feasibility.map(({ task }) => task))
  return {
    plan: taken.plan,
    feasibility: [...checked.feasibility.filter(({ task }) => !changed.has(task)), ...taken.feasibility],
  }
}

/** Splits every leaf that is too large, or says of each why that can't be and what would help. */
async function splitAll(
  { advice }: RefiningPlace,
  plan: Plan,
  large: readonly string[],
  { context, round }: RefiningStage,
): Promise<{ plan: Plan; splits: TaskSplit[]; lacks: string[] }> {
  const { max_decomposition_depth: maxDepth, max_leaves: maxLeaves } = context.configuration.plan
  const most = context.configuration.plan.one_shot_threshold_person_days
  const splits: TaskSplit[] = []
  const lacks: string[] = []
  let next = plan
  for (const task of large) {
    const days = plan.tasks.find((one) => one.id === task)?.estimated_person_days ?? 0
    const estimate = writePersonDays(days)
    const still = `${task} is still estimated at ${estimate}`
    if (depthOf(next, task) >= maxDepth) {
      lacks.push(`${still} after ${maxDepth} levels of splitting: cut it into smaller tasks`)
      continue
    }
    const outcome = await splitOne(next, task, advice, { context, round })
    if (outcome.kind === 'whole')
      lacks.push(
        `${task} is estimated at ${estimate}, and more than ${writePersonDays(most)} is too much for one go here (\`plan.one_shot_threshold_person_days\`). ${outcome.why} If it is smaller than that, correct the estimate.`,
      )
    else if (outcome.plan.tasks.length > maxLeaves) {
      lacks.push(`splitting ${task} makes more than ${maxLeaves} tasks: plan a part of it in an issue of its own`)
    } else {
      next = outcome.plan
      splits.push(outcome.split)
    }
  }
  return { plan: next, splits, lacks }
}

/** Where a model says to cut, if the rules find nothing wrong with that; else where they would. */
async function splitOne(
  plan: Plan,
  id: string,
  advice: PlanAdvice | undefined,
  { context, round }: RefiningStage,
): Promise<SplitOutcome> {
  const task = plan.tasks.find((one) => one.id === id)
  if (advice?.cut === undefined || task === undefined) return splitTask(plan, id, context.nodeId)
  const cutAsTold = (told: ToldCut): SplitOutcome | { kind: 'unfit'; problems: readonly string[] } => {
    const composed = composeCut(task, told)
    if (composed.kind === 'unfit') return composed
    const outcome = splitTask(plan, id, context.nodeId, composed)
    if (outcome.kind === 'whole') return { kind: 'unfit', problems: [outcome.why] }
    const faults = findPlanFaults(outcome.plan, deniedGlobs(context.configuration))
    return faults.length === 0 ? outcome : { kind: 'unfit', problems: faults.map(({ message }) => message) }
  }
  const told = noteAdvice(
    round,
    await advice.cut(plan, task, (cut) => {
      const outcome = cutAsTold(cut)
      return outcome.kind === 'unfit' ? outcome.problems : []
    }),
  )
  const outcome = told === undefined ? undefined : cutAsTold(told.value)
  return outcome?.kind === 'split' && told !== undefined
    ? { ...outcome, split: { ...outcome.split, by: told.by } }
    : splitTask(plan, id, context.nodeId)
}

/** Scored as it now is, with the analysis that the draft left out taken from its estimates, and hashed. */
function conclude(plan: Plan, given: PlanDraft['analysis'], rounds: readonly PlanRound[], context: StageContext): Plan {
  const level = deriveLevel(plan.tasks)
  const { risk = level, impact = level, complexity = level } = given ?? {}
  const analysed: Plan = { ...plan, analysis: { risk, impact, complexity }, rounds: [...rounds] }
  const { score, parts } = reviewPlan(analysed, context)
  const scored = { ...analysed, score, score_parts: parts }
  return { ...scored, hash: hashPlan(scored) }
}
