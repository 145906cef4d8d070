import { expect, test } from 'vitest'
import type { GateEventOf } from '../../../../src/domain/gate/draft/gate-event.ts'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { testUuid } from '../../../support/builders.ts'
import { receiptOf } from '../../../support/gate/play-gate.ts'
import { at, buildContext, comment, playWork, recordOf, working } from '../../../support/work/play-work.ts'

const context = buildContext()
const stopped = playWork(working(context), context, comment([{ kind: 'stop', why: '' }]))
const op = recordOf(stopped).outbox.find(({ action }) => action.kind === 'run_task')?.op ?? ''

function left(work: Work, taskId = work.plan?.tasks[0]?.task_id ?? ''): GateEventOf<'run_left'> {
  const receipt = { ...receiptOf('r1'), outcome: 'left' as const }
  return { kind: 'run_left', task: 'T1', run_id: 'r1', left: { task_id: taskId, receipt, patch: null } }
}

test('what a stopped run was at is on record, and its task stays cancelled', () => {
  const event = at({ kind: 'gate', op, by: null, on: null, gate: left(stopped) })

  const after = playWork(stopped, context, event)

  expect(after.execution?.receipts).toMatchObject([{ run_id: 'r1', outcome: 'left' }])
  expect(after.execution?.nodes).toEqual(stopped.execution?.nodes)
  expect(recordOf(after).outbox.map((one) => one.op)).not.toContain(op)
})

test('a run of another plan is not recorded, nor one that nobody owes', () => {
  const other = at({ kind: 'gate', op, by: null, on: null, gate: left(stopped, testUuid('another plan')) })
  const unowed = at({ kind: 'gate', op: 'ISS-007/999', by: null, on: null, gate: left(stopped) })

  expect(playWork(stopped, context, other).execution?.receipts).toEqual([])
  expect(decideWork(stopped, unowed, context)).toMatchObject({ kind: 'refused', silent: true })
})
