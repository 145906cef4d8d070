import { expect, test } from 'vitest'
import { checkFeasibility } from '../../../../src/domain/plan/estimate/check-feasibility.ts'
import { takeEstimates } from '../../../../src/domain/plan/estimate/take-estimates.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { buildPlan, buildTask } from '../../../support/builders.ts'
import { fc, test as property } from '../../../support/property.ts'

const how = { by: 'model-1', sizes: new Map(), thresholdPersonDays: 10 }
const why = '`count` is used in nine places'

function take(task: Partial<Task>, days: number, planner = 'model') {
  const plan = buildPlan({ planner, tasks: [buildTask({ scope: 'src/a.ts', ...task })] })
  const { plan: taken, feasibility } = takeEstimates(plan, [{ task: 'T1', person_days: days, why }], how)
  return { task: taken.tasks[0], feasibility, before: plan.tasks[0] }
}

test("what a model planned is estimated anew by who read the code, with why, in the plan's words", () => {
  const { task, feasibility } = take({ estimated_person_days: 0.5 }, 2)

  expect(task).toMatchObject({
    estimated_person_days: 2,
    estimated_minutes: 960,
    estimate_from: 'model',
    one_shot_pass: true,
  })
  expect(feasibility).toMatchObject([{ task: 'T1', person_days_before: 0.5, person_days: 2 }])
  expect(task?.feasibility_note).toBe(`2 person-days by model-1, 0.5 person-days before: ${why}`)
})

test('what a person stated stays, with a doubt beside it where a model says far more', () => {
  const doubted = take({ estimated_person_days: 0.5 }, 2, 'outline')
  const near = take({ estimated_person_days: 0.5 }, 0.9, 'outline')

  expect(doubted.task).toMatchObject({ estimated_person_days: 0.5, doubted_person_days: 2, estimate_from: 'plan' })
  expect(near.task).toEqual(near.before)
})

test('a task that is too large by a model is too large; what is out of all proportion is not taken', () => {
  const large = take({ estimated_person_days: 0.5, modification_points: places(12) }, 11)
  const absurd = take({ estimated_person_days: 0.5 }, 300)

  expect(large.task).toMatchObject({ one_shot_pass: false })
  expect(large.feasibility[0]?.why).toContain('more than the 10 of one go')
  expect(absurd.task).toEqual(absurd.before)
})

property.prop([fc.constantFrom('plan', 'assumed', 'computed'), fc.double({ min: 0.01, max: 400, noNaN: true })])(
  'the formula, run again, leaves what was taken, and days alone say whether it goes in one go',
  (estimate_from, days) => {
    const { task } = take({ estimate_from, estimated_person_days: 3 }, days)
    const plan = buildPlan({ planner: 'model', tasks: task === undefined ? [] : [task] })

    const again = checkFeasibility(plan, new Map(), 10).plan.tasks[0]

    if (task?.estimate_from === 'model') expect(again).toEqual(task)
    expect(again?.one_shot_pass).toBe((again?.estimated_person_days ?? 0) <= 10)
  },
)

function places(count: number): Task['modification_points'] {
  return Array.from({ length: count }, (_, index) => ({ file: 'src/a.ts', target: `f${index}`, change: 'change it' }))
}
