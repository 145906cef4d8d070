import { recordText } from '../../language/message.ts'
import { minutesPerDay } from '../assemble/assemble-task.ts'
import { findUnitEstimate, isDoubted, writeBeside } from '../assemble/person-days.ts'
import type { Feasibility } from '../plan-round.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { estimateEffort } from './estimate-effort.ts'
import type { FileSizes } from './file-sizes.ts'

/** What somebody who read the code says of a leaf. */
export interface LeafEstimate {
  task: string
  person_days: number
  why: string
}

/** Further from the formula than that, an estimate is a mistake or a trick. */
const mostTimes = 20
/** Longer reasons are cut. */
const longestWhy = 400

/**
 * Takes estimates of a model into the plan (spec 003 §5: a differing estimate is written back with its reason). What a
 * person stated stays, with a doubt beside it where they say far more; what is twenty times more or less
 * than the formula's is not taken. Whether a leaf goes in one go follows from its days.
 */
export function takeEstimates(
  plan: Plan,
  estimates: readonly LeafEstimate[],
  { by, sizes, thresholdPersonDays }: { by: string; sizes: FileSizes; thresholdPersonDays: number },
): { plan: Plan; feasibility: Feasibility[] } {
  const told = new Map(estimates.map((one) => [one.task, one]))
  const feasibility: Feasibility[] = []
  const isStatedByPerson = (task: Task): boolean => task.estimate_from === 'plan' && plan.planner !== 'model'
  const beside = findUnitEstimate(plan.tasks.map((task) => task.estimated_person_days))
  const tasks = plan.tasks.map((task) => {
    const estimate = told.get(task.id)
    if (estimate === undefined || isFar(estimate.person_days, estimateEffort(task, sizes).person_days)) return task
    const taken = isStatedByPerson(task)
      ? doubt(task, estimate, { by, beside })
      : writeBack(task, estimate, { by, beside })
    if (taken === task) return task
    const passes = taken.estimated_person_days <= thresholdPersonDays
    const why = taken.feasibility_note ?? ''
    feasibility.push({
      task: task.id,
      person_days_before: task.estimated_person_days,
      person_days: taken.estimated_person_days,
      one_shot_pass: passes,
      why: passes
        ? why
        : recordText('{note}; more than the {threshold} of one go', { note: why, threshold: thresholdPersonDays }),
    })
    return { ...taken, one_shot_pass: passes }
  })
  return { plan: { ...plan, tasks }, feasibility }
}

function isFar(days: number, formula: number): boolean {
  return !(days > 0) || days > formula * mostTimes || days < formula / mostTimes
}

/** Who says it, and beside what it is written. */
interface Teller {
  by: string
  beside: number
}

function doubt(task: Task, { person_days: days, why }: LeafEstimate, { by, beside }: Teller): Task {
  if (!isDoubted(task.estimated_person_days, days)) return task
  const note = recordText('{days_before} stated; {days} by {who}: {why}', {
    days_before: writeBeside(task.estimated_person_days, beside),
    days: writeBeside(days, beside),
    who: by,
    why: cut(why),
  })
  return { ...task, doubted_person_days: days, feasibility_note: note }
}

function writeBack(given: Task, { person_days: days, why }: LeafEstimate, { by, beside }: Teller): Task {
  const { doubted_person_days: _, ...task } = given
  const before = task.estimated_person_days
  const told = { days: writeBeside(days, beside), who: by, why: cut(why) }
  const note =
    task.estimate_from === 'assumed' || days === before
      ? recordText('{days} by {who}: {why}', told)
      : recordText('{days} by {who}, {days_before} before: {why}', {
          ...told,
          days_before: writeBeside(before, beside),
        })
  return {
    ...task,
    estimated_person_days: days,
    estimated_minutes: Math.max(1, Math.round(days * minutesPerDay)),
    estimate_from: 'model',
    feasibility_note: note,
  }
}

function cut(why: string): string {
  return why.length <= longestWhy ? why : `${why.slice(0, longestWhy - 1)}…`
}
