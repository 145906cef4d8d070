import { recordText } from '../../language/message.ts'
import { deniedGlobs } from '../scope/denied-of-task.ts'
import { findPlanFaults } from '../rules/find-plan-faults.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { hashPlan } from '../plan-hash.ts'
import type { Plan } from '../plan.ts'
import { checkFeasibility } from '../estimate/check-feasibility.ts'
import { depthOf } from './depth-of.ts'
import type { FileSizes } from '../estimate/file-sizes.ts'
import type { PlanRound } from '../plan-round.ts'
import { scorePlan } from '../score/score-plan.ts'
import { splitTask } from './split-task.ts'

export type DemandedSplit = { kind: 'split'; plan: Plan } | { kind: 'refused'; why: string; next: string }

export interface SplitPlace {
  configuration: Configuration
  /** Bytes of the files that the task names, where they exist. */
  sizes: FileSizes
  nodeId: (id: string) => string
}

/**
 * The plan with a task split, scored and hashed anew, or why not. What holds when planning holds here (spec 003 §5): the
 * parts are estimated, those too large are split on, and the outcome must keep every rule and reach the score.
 */
export function splitOnDemand(plan: Plan, id: string, place: SplitPlace): DemandedSplit {
  const { plan: limits } = place.configuration
  const cut = cutUntilSmall(plan, id, place)
  if (cut.kind === 'refused') return cut
  const faults = findPlanFaults(cut.plan, deniedGlobs(place.configuration))
  if (faults.length > 0)
    return refuseSplit(
      recordText('with {task} split the plan would break a rule: {why}', { task: id, why: faults[0]?.message ?? '' }),
      recordText('`/replan <what to change>` makes another plan'),
    )
  const { score, parts } = scorePlan(cut.plan, faults, place.sizes)
  if (score < limits.min_score) {
    const [reason] = parts.flatMap((part) => part.reasons)
    const told = { task: id, score, least: limits.min_score }
    return refuseSplit(
      reason === undefined
        ? recordText('with {task} split the plan would score {score}, and no plan is offered below {least}', told)
        : recordText('with {task} split the plan would score {score}, and no plan is offered below {least}: {why}', {
            ...told,
            why: reason,
          }),
      recordText('write what would help behind `/replan`, or edit the issue and say `/replan`'),
    )
  }
  const last = cut.rounds.at(-1)
  if (last !== undefined) last.score = score
  const next = { ...cut.plan, score, score_parts: parts, rounds: [...plan.rounds, ...cut.rounds] }
  return { kind: 'split', plan: { ...next, hash: hashPlan(next) } }
}

type DemandedCut = { kind: 'cut'; plan: Plan; rounds: PlanRound[] } | Extract<DemandedSplit, { kind: 'refused' }>

/** A round for each level: its splits, and what was said of their parts. Depth bounds it. */
function cutUntilSmall(plan: Plan, id: string, { configuration, sizes, nodeId }: SplitPlace): DemandedCut {
  const limits = configuration.plan
  const rounds: PlanRound[] = []
  let next = plan
  let open = [id]
  while (open.length > 0) {
    const number = (plan.rounds.at(-1)?.number ?? 0) + rounds.length + 1
    const round: PlanRound = { number, findings: [], score: null, feasibility: [], splits: [] }
    for (const task of open) {
      const told = (why: string): string =>
        task === id ? why : recordText('its part {task} is too large for one go, and {why}', { task, why })
      const depth = depthOf(next, task)
      if (depth >= limits.max_decomposition_depth)
        return refuseSplit(
          told(recordText('{task} is {n} levels deep already', { task, n: depth })),
          recordText('a maintainer can raise `plan.max_decomposition_depth`'),
        )
      const outcome = splitTask(next, task, nodeId)
      if (outcome.kind === 'whole')
        return refuseSplit(
          told(outcome.why),
          recordText('write it behind `/replan`, or edit the issue and say `/replan`'),
        )
      if (outcome.plan.tasks.length > limits.max_leaves)
        return refuseSplit(
          recordText('that would make {n} tasks', { n: outcome.plan.tasks.length }),
          recordText('a plan has at most {n} (`plan.max_leaves`)', { n: limits.max_leaves }),
        )
      next = outcome.plan
      round.splits.push(outcome.split)
    }
    const parts = new Set(round.splits.flatMap((split) => split.into))
    const judged = judgeParts(next, parts, sizes, limits.one_shot_threshold_person_days)
    next = judged.plan
    round.feasibility = judged.feasibility
    rounds.push(round)
    open = judged.feasibility.filter((one) => !one.one_shot_pass).map((one) => one.task)
  }
  return { kind: 'cut', plan: next, rounds }
}

/** Estimates of the other tasks stay as they were read. */
function judgeParts(
  plan: Plan,
  parts: ReadonlySet<string>,
  sizes: FileSizes,
  threshold: number,
): ReturnType<typeof checkFeasibility> {
  const own = plan.tasks.filter((task) => parts.has(task.id))
  const judged = checkFeasibility({ ...plan, tasks: own }, sizes, threshold)
  const byId = new Map(judged.plan.tasks.map((task) => [task.id, task]))
  return {
    plan: { ...plan, tasks: plan.tasks.map((task) => byId.get(task.id) ?? task) },
    feasibility: judged.feasibility,
  }
}

function refuseSplit(why: string, next: string): Extract<DemandedSplit, { kind: 'refused' }> {
  return { kind: 'refused', why, next }
}
