import { expect, test } from 'vitest'
import { measureStack } from '../../../bench/plans/measure-stack.ts'
import { openMergePending } from '../../../bench/plans/merge-pending.ts'
import { findPlanFaults } from '../../../src/domain/plan/rules/find-plan-faults.ts'
import { orderTasks } from '../../../src/domain/plan/graph/order-tasks.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import { scorePlan } from '../../../src/domain/plan/score/score-plan.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { buildLargePlan } from '../../support/plans/large-plan.ts'
import { compareCpu, linearGrowth } from '../../support/measure/measure-growth.ts'
import { measureOnReference } from '../../support/measure/measure-on-reference.ts'

const count = 100_000
const barMs = 1000
const timeout = 60_000
/** A quarter of a plan fits a processor's cache and the whole doesn't: below so many milliseconds that makes the difference. */
const cacheMs = 20

/**
 * What is done with a plan as a whole. Of 100,000 tasks each takes between 50 ms (the order) and 700 ms (all faults) of
 * one core of a cloud machine of 2026; the bar leaves the rest as slack.
 */
const works: Record<string, (plan: Plan) => () => unknown> = {
  'all faults are looked for': (plan) => () => findPlanFaults(plan),
  'the score is made': (plan) => () => scorePlan(plan, [], new Map()),
  'the hash is made': (plan) => () => hashPlan(plan),
  'the tasks are put in order': (plan) => () => orderTasks(plan.tasks),
  'what runs next is decided': (plan) => openMergePending(plan),
}
const cases = Object.entries(works)

const chain = buildLargePlan('chain', count)
const layers = buildLargePlan('layers', count)
const quarter = buildLargePlan('layers', count / 4)
const short = buildLargePlan('chain', count / 5)

test.each(cases)('of 100,000 tasks in a chain %s within a second', { timeout }, (_name, open) => {
  expect(measureOnReference(open(chain), barMs)).toBeLessThan(barMs)
})

test.each(cases)('of 100,000 tasks in layers %s within a second, in linear time', { timeout }, (_name, open) => {
  const work = open(layers)

  expect(measureOnReference(work, barMs)).toBeLessThan(barMs)
  expect(compareCpu(open(quarter), work, cacheMs)).toBeLessThan(linearGrowth)
})

test.each(cases)('%s on a stack that does not grow with the chain', { timeout }, (_name, open) => {
  expect(measureStack(open(short))).toBeLessThan(100)
})

test('plans of 100,000 tasks are legal, and the decision starts what may start', { timeout }, () => {
  const decision = openMergePending(chain)()

  expect(findPlanFaults(chain)).toEqual([])
  expect(findPlanFaults(layers)).toEqual([])
  expect(decision.kind === 'accepted' && decision.work.execution?.nodes['T2']?.state).toBe('RUNNING')
})

test('a circle through 100,000 tasks is named as one', { timeout }, () => {
  const tasks = chain.tasks.map((task, index) => (index === 0 ? { ...task, depends_on: [`T${count}`] } : task))
  const edges = [...chain.edges, { type: 'DEPENDS_ON' as const, from: `T${count}`, to: 'T1' }]

  const [circle, ...others] = findPlanFaults({ ...chain, tasks, edges })

  expect(others).toEqual([])
  expect(circle).toMatchObject({ code: 'dependency_circular' })
  expect(circle?.nodes).toHaveLength(count)
})

test('faults are told however many they are: no call takes them all as arguments', { timeout }, () => {
  const spellings = ['ab', 'aB', 'Ab', 'AB']
  const tasks = [...chain.tasks, ...layers.tasks].map((task, index) => ({
    ...task,
    id: `T${index + 1}`,
    title: '',
    deliverable_spec: { ...task.deliverable_spec, filename: `${spellings[index % 4]}${index >> 2}` },
    scope: '',
    depends_on: [],
  }))

  const faults = findPlanFaults({ ...chain, tasks })

  expect(faults.filter((fault) => fault.code === 'field_missing')).toHaveLength(2 * count)
  expect(faults.filter((fault) => fault.code === 'path_not_allowed')).toHaveLength(1.5 * count)
})
