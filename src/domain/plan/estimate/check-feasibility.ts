import { recordText } from '../../language/message.ts'
import { minutesPerDay } from '../assemble/assemble-task.ts'
import { findUnitEstimate, isDoubted, writeBeside } from '../assemble/person-days.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { type Effort, estimateEffort } from './estimate-effort.ts'
import type { FileSizes } from './file-sizes.ts'
import type { Feasibility } from '../plan-round.ts'

/**
 * FEASIBILITY_CHECK of every leaf ACTION (spec 003 §2.2, §5): may it be done in one go? What a person stated stays, with a
 * doubt beside it where the formula says far more; what was assumed is replaced. The new estimates are
 * in the plan, whose hash stays as it was. Listed are leaves that changed, are doubted or are over the threshold. Run
 * again on its own result it changes nothing.
 */
export function checkFeasibility(
  plan: Plan,
  sizes: FileSizes,
  thresholdPersonDays: number,
): { plan: Plan; feasibility: Feasibility[] } {
  const feasibility: Feasibility[] = []
  const beside = findUnitEstimate(plan.tasks.map((task) => task.estimated_person_days))
  const tasks = plan.tasks.map((task) => {
    const judged = judgeLeaf(task, estimateEffort(task, sizes), beside)
    const passes = judged.estimated_person_days <= thresholdPersonDays
    const changed = judged.estimated_person_days !== task.estimated_person_days
    const doubted = judged.doubted_person_days !== undefined
    if (changed || doubted || !passes) feasibility.push(describeLeaf(task, judged, passes, thresholdPersonDays))
    return { ...judged, one_shot_pass: passes }
  })
  return { plan: { ...plan, tasks }, feasibility }
}

function judgeLeaf(given: Task, effort: Effort, beside: number): Task {
  const { doubted_person_days: _, ...task } = given
  const before = task.estimated_person_days
  const after = effort.person_days
  if (task.estimate_from === 'plan' && before > 0) {
    const note = recordText('{days_before} stated; {days} computed: {why}', {
      days_before: writeBeside(before, beside),
      days: writeBeside(after, beside),
      why: effort.why,
    })
    const doubt = isDoubted(before, after) ? { doubted_person_days: after } : {}
    return { ...task, ...doubt, feasibility_note: note }
  }
  if (task.estimate_from === 'model' && task.feasibility_note !== null) return task
  if (task.estimate_from === 'computed' && after === before && task.feasibility_note !== null) return task
  // What was assumed nobody has said, and no reader has to see it.
  const note =
    task.estimate_from === 'assumed' || after === before
      ? recordText('{days} computed: {why}', { days: writeBeside(after, beside), why: effort.why })
      : recordText('{days} computed, {days_before} before: {why}', {
          days: writeBeside(after, beside),
          days_before: writeBeside(before, beside),
          why: effort.why,
        })
  return {
    ...task,
    estimated_person_days: after,
    estimated_minutes: Math.round(after * minutesPerDay),
    estimate_from: 'computed',
    feasibility_note: note,
  }
}

function describeLeaf(before: Task, after: Task, passes: boolean, threshold: number): Feasibility {
  const note = after.feasibility_note ?? ''
  return {
    task: after.id,
    person_days_before: before.estimated_person_days,
    person_days: after.estimated_person_days,
    one_shot_pass: passes,
    why: passes ? note : recordText('{note}; more than the {threshold} of one go', { note, threshold }),
  }
}
