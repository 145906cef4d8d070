import { fc, test as property } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { checkFeasibility } from '../../../../src/domain/plan/estimate/check-feasibility.ts'
import { estimateEffort } from '../../../../src/domain/plan/estimate/estimate-effort.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { buildPlan, buildTask } from '../../../support/builders.ts'

const nowhere = new Map<string, number>()

/** A task whose formula gives 0.15 a place and 0.25 for its one file. */
function taskOf(places: number, overrides: Partial<Task> = {}): Task {
  const modification_points = Array.from({ length: places }, (_, n) => ({
    file: 'src/task-1.ts',
    target: `f${n}`,
    change: 'change it',
  }))
  return buildTask({ modification_points, ...overrides })
}

function check(task: Task, threshold = 10) {
  const { plan, feasibility } = checkFeasibility(buildPlan({ tasks: [task] }), nowhere, threshold)
  return { task: plan.tasks[0], feasibility }
}

test('an assumed estimate is replaced, up or down, with the reason', () => {
  const { task, feasibility } = check(taskOf(5, { estimated_person_days: 0.5, estimate_from: 'assumed' }))

  expect(task).toMatchObject({
    estimated_person_days: 1,
    estimated_minutes: 480,
    estimate_from: 'computed',
    one_shot_pass: true,
    feasibility_note: '1 person-day computed: 1 file to create, 5 places in it',
  })
  expect(feasibility).toEqual([
    {
      task: 'T1',
      person_days_before: 0.5,
      person_days: 1,
      one_shot_pass: true,
      why: '1 person-day computed: 1 file to create, 5 places in it',
    },
  ])
})

test('a stated estimate is a person’s knowledge: never lowered, and kept up to a third of what the formula says', () => {
  const high = check(taskOf(5, { estimated_person_days: 8 }))
  const half = check(taskOf(5, { estimated_person_days: 0.5 }))

  expect(high.task).toMatchObject({ estimated_person_days: 8, estimate_from: 'plan', one_shot_pass: true })
  expect(half.task).toMatchObject({ estimated_person_days: 0.5, estimate_from: 'plan' })
  expect([...high.feasibility, ...half.feasibility]).toEqual([])
})

test('a stated estimate of less than a third stays too, with a doubt beside it', () => {
  const { task, feasibility } = check(taskOf(5, { estimated_person_days: 10 / 480, estimated_minutes: 10 }))

  expect(task).toMatchObject({ estimated_person_days: 10 / 480, estimated_minutes: 10, estimate_from: 'plan' })
  expect(task).toMatchObject({ doubted_person_days: 1, one_shot_pass: true })
  expect(task?.feasibility_note).toBe('10 min stated; 1 person-day computed: 1 file to create, 5 places in it')
  expect(feasibility).toMatchObject([{ person_days: 10 / 480, person_days_before: 10 / 480, one_shot_pass: true }])
})

test('ten minutes for a small file are nobody’s doubt, and the reason is in the unit of the plan', () => {
  const minutes = taskOf(1, { estimated_person_days: 10 / 480, estimated_minutes: 10 })
  const assumed = taskOf(1, { id: 'T2', estimated_person_days: 0.5, estimate_from: 'assumed' })

  const { plan } = checkFeasibility(buildPlan({ tasks: [minutes, assumed] }), nowhere, 10)

  expect(plan.tasks.map((task) => task.doubted_person_days)).toEqual([undefined, undefined])
  expect(plan.tasks.map((task) => task.feasibility_note)).toEqual([
    '10 min stated; 3.2 h computed: 1 file to create, 1 place in it',
    '5.6 h computed: 2 files to create, 1 place in them',
  ])
})

test('what is over the threshold fails and is listed; what just reaches it passes', () => {
  const over = check(taskOf(1, { estimated_person_days: 10.5 }))
  const just = check(taskOf(1, { estimated_person_days: 10 }))

  expect(over.task?.one_shot_pass).toBe(false)
  expect(over.feasibility).toMatchObject([
    { task: 'T1', person_days_before: 10.5, person_days: 10.5, one_shot_pass: false },
  ])
  expect(over.feasibility[0]?.why).toContain('more than the 10 of one go')
  expect(just).toMatchObject({ task: { one_shot_pass: true }, feasibility: [] })
})

test('the hash is left to the caller', () => {
  const plan = buildPlan({ tasks: [taskOf(5, { estimate_from: 'assumed' })] })

  expect(checkFeasibility(plan, nowhere, 10).plan.hash).toBe(plan.hash)
})

const leaf = fc
  .record({
    places: fc.nat(90),
    estimated_person_days: fc.constantFrom(0, 0.1, 0.5, 3, 10, 30),
    estimate_from: fc.constantFrom('plan', 'assumed', 'computed'),
  })
  .map(({ places, ...estimate }) => taskOf(places, estimate))

property.prop([fc.array(leaf, { minLength: 1, maxLength: 6 })])('a second run changes nothing', (leaves) => {
  const tasks = leaves.map((task, n) => ({ ...task, id: `T${n + 1}` }))
  const first = checkFeasibility(buildPlan({ tasks }), nowhere, 10)

  const second = checkFeasibility(first.plan, nowhere, 10)

  expect(second.plan).toEqual(first.plan)
  const kept = first.feasibility.filter((item) => !item.one_shot_pass || item.person_days === item.person_days_before)
  expect(second.feasibility).toEqual(kept.map((item) => ({ ...item, person_days_before: item.person_days })))
})

property.prop([leaf, fc.nat(90)])(
  'more places never lower an estimate, and never let a failing task pass',
  (task, more) => {
    const larger = { ...task, modification_points: [...task.modification_points, ...taskOf(more).modification_points] }

    const [before, after] = [check(task).task, check(larger).task]

    expect(after?.estimated_person_days).toBeGreaterThanOrEqual(before?.estimated_person_days ?? Infinity)
    if (before?.one_shot_pass === false) expect(after?.one_shot_pass).toBe(false)
  },
)

property.prop([leaf])('an estimate is what was stated, or what the formula says', (task) => {
  const { estimated_person_days: days, doubted_person_days: doubted } = check(task).task ?? {}
  const { person_days: computed } = estimateEffort(task, nowhere)

  const isStated = task.estimate_from === 'plan' && task.estimated_person_days > 0
  expect(days).toBe(isStated ? task.estimated_person_days : computed)
  const isFar = computed >= task.estimated_person_days * 3 && computed - task.estimated_person_days >= 0.5
  expect(doubted).toBe(isStated && isFar ? computed : undefined)
})
