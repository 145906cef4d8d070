import { describe, expect, test } from 'vitest'
import type { LimitHold } from '../../../../src/domain/gate/draft/gate-event.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import type { WorkEvent } from '../../../../src/domain/work/draft/work-event.ts'
import { buildTask } from '../../../support/builders.ts'
import { receiptOf } from '../../../support/gate/play-gate.ts'
import { at, buildContext, comment, owedOf, playWork, recordOf, working } from '../../../support/work/play-work.ts'
import { settleOwed } from '../../../support/work/settle-work.ts'

const context = buildContext()
const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' })]
const tomorrow = '2026-11-22T00:00:00.000Z'
const today: LimitHold = { why: 'the limit of $2 for this server today is reached ($2.00)', until: tomorrow }
const ofIssue: LimitHold = { why: 'the limit of $1 for this issue is reached ($1.20)', until: null }

/** Both tasks run. */
const running = () => settleOwed(working(context, { tasks }), context, tasks, ['open_base'])

function leave(work: Work, task: string, limit: LimitHold): WorkEvent {
  const owed = recordOf(work).outbox.find(({ action }) => action.kind === 'run_task' && action.task === task)
  if (owed?.action.kind !== 'run_task') throw new Error(`no run of ${task} is owed`)
  const { run_id } = owed.action
  const left = {
    task_id: tasks.find(({ id }) => id === task)?.task_id ?? '',
    receipt: { ...receiptOf(run_id), task },
    patch: null,
  }
  return at({ kind: 'gate', op: owed.op, by: null, on: null, gate: { kind: 'run_left', task, run_id, left, limit } })
}

/** The first task's run met the limit. */
function hold(limit: LimitHold): Work {
  const before = running()
  return playWork(before, context, leave(before, 'T1', limit))
}

const renewed = (until = tomorrow) => at({ kind: 'limit_renewed', until })

describe('a limit on more than one task', () => {
  test('pauses the issue once for all runs that meet it, and costs no attempt', () => {
    const first = hold(today)

    const both = playWork(first, context, leave(first, 'T2', { ...today, why: 'the same, a cent more' }))

    expect(recordOf(both).paused).toEqual({ by: 'countersign', at: expect.any(String), cause: 'limit', ...today })
    expect(both.execution?.nodes).toMatchObject({
      T1: { state: 'READY', attempts: 0 },
      T2: { state: 'READY', attempts: 0 },
    })
    expect(owedOf(both, 'run_task')).toEqual([])
    expect(both.execution?.receipts.length).toBe(2)
  })

  test('of a day goes on by itself once that day is over', () => {
    const paused = hold(today)

    const work = playWork(paused, context, renewed())

    expect(recordOf(work)).toMatchObject({
      paused: null,
      trail: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('begins anew') })]),
    })
    expect(owedOf(work, 'run_task').map(({ task }) => task)).toContain('T1')
    expect(decideWork(work, renewed(), context)).toMatchObject({ kind: 'refused', silent: true })
  })

  test('of an issue goes on when a person says so, and not with the day', () => {
    const paused = hold(ofIssue)

    expect(recordOf(paused).paused).not.toHaveProperty('until')
    expect(decideWork(paused, renewed(), context)).toMatchObject({ kind: 'refused', silent: true })
    expect(recordOf(playWork(paused, context, comment([{ kind: 'resume' }]))).paused).toBeNull()
  })

  test('leaves a pause of a person standing', () => {
    const held = hold(today)
    const asked = playWork(held, context, comment([{ kind: 'pause' }]))

    expect(recordOf(playWork(asked, context, renewed())).paused).toMatchObject({ cause: 'asked' })
  })
})
