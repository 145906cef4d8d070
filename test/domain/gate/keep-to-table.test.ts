import { expect, test } from 'vitest'
import { openGateDraft, takeNode } from '../../../src/domain/gate/draft/gate-draft.ts'
import { keepToTable } from '../../../src/domain/gate/keep-to-table.ts'
import { startExecution } from '../../../src/domain/gate/start-execution.ts'
import { buildPlan, buildTask } from '../../support/builders.ts'
import { gateRules } from '../../support/play-gate.ts'

const plan = buildPlan({ tasks: [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })] })
const before = startExecution(plan)
const started = { kind: 'run_started' as const, task: 'T1', run_id: 'r1', lease_until: '2026-11-21T04:00:00Z' }

function move(id: string, state: 'RUNNING' | 'DONE') {
  const draft = openGateDraft(plan, before, gateRules)
  Object.assign(takeNode(draft, id) ?? {}, { state })
  return () => keepToTable(before, draft, started)
}

test('a step that stands in the row of the event is taken', () => {
  expect(move('T1', 'RUNNING')).not.toThrow()
})

test.each([
  ['T1', 'DONE', 'run_started took T1 READY → DONE'],
  ['C1', 'RUNNING', 'run_started took C1 PENDING → RUNNING'],
  ['T2', 'RUNNING', 'run_started took T2 PENDING → RUNNING'],
] as const)('any other is a fault, of the task, its CHECK or another task: %s to %s', (id, state, fault) => {
  expect(move(id, state)).toThrow(fault)
})
