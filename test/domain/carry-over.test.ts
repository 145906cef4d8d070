import { expect, test } from 'vitest'
import { carryOver, collectCarryable } from '../../src/domain/carry-over.ts'
import type { GateState } from '../../src/domain/gate/decide-gate.ts'
import { startExecution } from '../../src/domain/gate/start-execution.ts'
import type { Plan } from '../../src/domain/plan.ts'
import { buildPlan, buildTask } from '../support/builders.ts'
import { done } from '../support/play-gate.ts'

const t1 = buildTask({ id: 'T1' })
const t2 = buildTask({ id: 'T2', title: 'Second', depends_on: ['T1'] })

/** T1 and T2 approved and merged. */
function finished(plan: Plan): GateState {
  const state = { plan, execution: startExecution(plan) }
  return done(done(state, 'T1'), 'T2')
}

const before = finished(buildPlan({ tasks: [t1, t2] }))
const carryable = collectCarryable(before.plan, before.execution)

function carried(...tasks: Plan['tasks']): string[] {
  return carryOver(buildPlan({ id: 'SOL-ISS-007-2', tasks }), carryable).map((one) => one.task)
}

test('what is DONE may be taken over, with the commits it lies between', () => {
  expect(carryable).toMatchObject([
    {
      plan_id: 'SOL-ISS-007-1',
      task: 'T1',
      depends_on: [],
      from: { artifact_id: before.execution.artifacts[0]?.artifact_id },
    },
    { plan_id: 'SOL-ISS-007-1', task: 'T2', depends_on: ['T1'] },
  ])
})

test('a stale approval is not taken over', () => {
  const stale = structuredClone(before.execution)
  const node = stale.nodes['T2']
  if (node?.kind === 'ACTION') node.approval_stale = true

  expect(collectCarryable(before.plan, stale).map((one) => one.task)).toEqual(['T1'])
})

test('the same tasks are taken over under the ids they have now', () => {
  expect(carried(t1, t2)).toEqual(['T1', 'T2'])
  expect(carried({ ...t1, id: 'T5' }, { ...t2, id: 'T6', depends_on: ['T5'] })).toEqual(['T5', 'T6'])
})

test('another estimate, order number or executor makes no other task of it', () => {
  expect(carried({ ...t1, estimated_person_days: 3, priority: 2, executor: '@bo' }, t2)).toEqual(['T1', 'T2'])
})

test.each([
  ['the task asks for something else', [{ ...t1, description: 'other' }, t2]],
  ['one that it depends on is not taken over', [{ ...t2, depends_on: [] }]],
  ['it depends on more now', [t1, { ...t2, depends_on: ['T1', 'T3'] }, buildTask({ id: 'T3', title: 'Third' })]],
])('T2 is made anew where %s', (_why, tasks) => {
  expect(carried(...tasks)).not.toContain('T2')
})
