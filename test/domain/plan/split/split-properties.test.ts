import { fc, test } from '../../../support/property.ts'
import { expect } from 'vitest'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { type Plan, PlanSchema } from '../../../../src/domain/plan/plan.ts'
import { depthOf } from '../../../../src/domain/plan/split/depth-of.ts'
import { splitTask, type SplitOutcome } from '../../../../src/domain/plan/split/split-task.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { workPaths } from '../../../../src/domain/plan/work-paths.ts'
import { testUuid } from '../../../support/builders.ts'
import { splittablePlan } from '../../../support/plans/splittable-plan.ts'

type Split = Extract<SplitOutcome, { kind: 'split' }>

const nodeId = (id: string): string => testUuid(`node:${id}`)

/** A legal plan, a task of it, and what comes of splitting that task; cases that stay whole are left out. */
function trySplit(plan: Plan, pick: number): { task: Task; outcome: Split } {
  fc.pre(findPlanFaults(plan).length === 0)
  const task = plan.tasks[pick % plan.tasks.length]
  const outcome = splitTask(plan, task?.id ?? '', nodeId)
  fc.pre(task !== undefined && outcome.kind === 'split')
  return { task, outcome }
}

function childrenOf({ plan, split }: Split): Task[] {
  return plan.tasks.filter((task) => split.into.includes(task.id))
}

/** For each node all that must come before it. */
function orderOf(plan: Plan): Map<string, Set<string>> {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  const before = new Map<string, Set<string>>()
  const walk = (id: string): Set<string> => {
    const known = before.get(id)
    if (known !== undefined) return known
    const found = new Set<string>()
    before.set(id, found)
    for (const on of tasks.get(id)?.depends_on ?? []) for (const node of [on, ...walk(on)]) found.add(node)
    return found
  }
  for (const id of tasks.keys()) walk(id)
  return before
}

const cases = { numRuns: 100 }

test.prop([splittablePlan, fc.nat()], cases)('a split plan keeps all rules and fits its schema', (plan, pick) => {
  const { outcome } = trySplit(plan, pick)

  expect(findPlanFaults(outcome.plan)).toEqual([])
  expect(PlanSchema.parse(outcome.plan)).toEqual(outcome.plan)
  expect(outcome.split.into.length).toBeGreaterThanOrEqual(2)
  expect(outcome.split.into.length).toBeLessThanOrEqual(8)
})

test.prop([splittablePlan, fc.nat()], cases)('no criterion is lost, and none is reworded', (plan, pick) => {
  const { task, outcome } = trySplit(plan, pick)
  const handed = new Map(
    childrenOf(outcome).flatMap((child) =>
      child.acceptance_criteria.map((criterion) => [`${child.id}/${criterion.id}`, criterion]),
    ),
  )

  for (const criterion of task.acceptance_criteria) {
    const to = outcome.split.criteria.find((one) => one.from === criterion.id)?.to ?? []
    expect(to.length).toBeGreaterThan(0)
    for (const name of to) expect({ ...handed.get(name), id: criterion.id }).toEqual(criterion)
  }
})

test.prop([splittablePlan, fc.nat()], cases)('no order between other tasks is lost or made', (plan, pick) => {
  const { task, outcome } = trySplit(plan, pick)
  const [before, after] = [orderOf(plan), orderOf(outcome.plan)]
  const outside = plan.tasks.map((one) => one.id).filter((id) => id !== task.id)

  for (const id of outside) {
    const expected = [...(before.get(id) ?? [])].flatMap((on) => (on === task.id ? outcome.split.into : [on]))
    expect([...(after.get(id) ?? [])].toSorted()).toEqual([...new Set(expected)].toSorted())
  }
  for (const child of outcome.split.into) {
    for (const on of before.get(task.id) ?? []) expect(after.get(child)).toContain(on)
  }
})

test.prop([splittablePlan, fc.nat()], cases)('work, places to change and test commands survive once', (plan, pick) => {
  const { task, outcome } = trySplit(plan, pick)
  const children = childrenOf(outcome)
  const text = (value: unknown) => JSON.stringify(value)

  expect(children.flatMap((child) => child.work.map(text)).toSorted()).toEqual(task.work.map(text).toSorted())
  expect(children.flatMap((child) => child.modification_points.map(text)).toSorted()).toEqual(
    task.modification_points.map(text).toSorted(),
  )
  expect(children.flatMap((child) => child.test.commands)).toEqual(task.test.commands)
  expect(children.flatMap((child) => workPaths(child.work)).toSorted()).toEqual(workPaths(task.work).toSorted())
})

test.prop([splittablePlan, fc.nat()], cases)(
  'parts that change the same file come one after the other',
  (plan, pick) => {
    const { outcome } = trySplit(plan, pick)
    const order = orderOf(outcome.plan)
    const owners = new Map<string, string>()

    for (const child of childrenOf(outcome)) {
      for (const file of new Set(child.modification_points.map((point) => point.file))) {
        const earlier = owners.get(file)
        if (earlier !== undefined) expect(order.get(child.id)).toContain(earlier)
        owners.set(file, child.id)
      }
    }
  },
)

test.prop([splittablePlan, fc.nat()], cases)('the estimate is shared out, its origin kept', (plan, pick) => {
  const { task, outcome } = trySplit(plan, pick)
  const children = childrenOf(outcome)
  const sum = children.reduce((total, child) => total + child.estimated_person_days, 0)

  expect(Math.abs(sum - task.estimated_person_days)).toBeLessThanOrEqual(0.051 * children.length)
  expect(new Set(children.map((child) => child.estimate_from))).toEqual(new Set([task.estimate_from]))
})

test.prop([splittablePlan, fc.nat()], cases)('the same plan is split the same way', (plan, pick) => {
  const { task, outcome } = trySplit(plan, pick)

  expect(splitTask(structuredClone(plan), task.id, nodeId)).toEqual(outcome)
})

test.prop([splittablePlan, fc.nat(), fc.nat()], cases)(
  'a part can be split again, one level deeper',
  (plan, pick, next) => {
    const { task, outcome } = trySplit(plan, pick)
    const child = outcome.split.into[next % outcome.split.into.length] ?? ''

    const again = splitTask(outcome.plan, child, nodeId)
    fc.pre(again.kind === 'split')

    expect(findPlanFaults(again.plan)).toEqual([])
    expect(again.split.into[0]).toBe(`${child}.1`)
    expect(again.split.into.map((id) => depthOf(again.plan, id))).toEqual(again.split.into.map(() => 3))
    expect(depthOf(again.plan, task.id)).toBe(1)
  },
)

test.prop([splittablePlan], { numRuns: 40 })('splitting whatever can be split ends, without a fault', (plan) => {
  fc.pre(findPlanFaults(plan).length === 0)
  let now = plan
  const whole = new Set<string>()
  for (let steps = 0; steps < 500; steps += 1) {
    const task = now.tasks.find((one) => !whole.has(one.id))
    if (task === undefined) break
    const outcome = splitTask(now, task.id, nodeId)
    if (outcome.kind === 'whole') whole.add(task.id)
    else now = outcome.plan
  }

  expect(whole.size).toBe(now.tasks.length)
  expect(findPlanFaults(now)).toEqual([])
})
