import { expect, test } from 'vitest'
import { hadFinal } from '../../../../src/domain/work/plan-life/final/final-pull-request.ts'
import type { OwedEffect } from '../../../../src/domain/effects/effect.ts'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { buildConfiguration, buildTask, testSha, testUuid } from '../../../support/builders.ts'
import { actionOf, ada, receiptOf, versionOf } from '../../../support/gate/play-gate.ts'
import {
  acceptWork,
  actor,
  at,
  buildContext,
  comment,
  labelled,
  nothingYet,
  owedOf,
  playWork,
  recordOf,
  repliesOf,
  startedAt,
  working,
} from '../../../support/work/play-work.ts'
import { answerEffect, opOf, refused, settleOwed, settleWorkByWorld } from '../../../support/work/settle-work.ts'

const tasks = [buildTask({ id: 'T1' })]
const answer = (work: Work, kind: OwedEffect['action']['kind'], context = buildContext()) =>
  settleOwed(work, context, tasks, [kind])
const mergeOwed = (context = buildContext()) =>
  settleOwed(working(context, { tasks }), context, tasks, ['run_task', 'review_version'])

test('an event that was applied is refused in silence, whatever came in between', () => {
  const context = buildContext()
  const event = labelled()
  const work = playWork(nothingYet(), context, event, comment([{ kind: 'status' }]))

  expect(decideWork(work, event, context)).toMatchObject({ kind: 'refused', silent: true })
})

test('what was applied is remembered for seven days', () => {
  const context = buildContext()
  const old = { ...labelled(), key: 'comment:1', at: '2026-11-01T00:00:00.000Z' }
  const later = { ...comment([{ kind: 'status' }]), key: 'comment:2', at: '2026-11-09T00:00:00.000Z' }

  const work = playWork(nothingYet(), context, old, later)

  expect(recordOf(work).applied).toEqual([{ key: 'comment:2', at: '2026-11-09T00:00:00.000Z' }])
})

test('a confirmation removes what it confirms from the outbox', () => {
  const before = working()
  const op = opOf(before, 'open_base')

  const work = playWork(before, buildContext(), at({ kind: 'effect_done', op }))

  expect(recordOf(work).outbox.map((one) => one.op)).not.toContain(op)
})

test('operations are numbered on, never twice', () => {
  const before = working()
  const work = playWork(before, buildContext(), comment([{ kind: 'status' }]))

  const ops = recordOf(work).outbox.map((one) => one.op)
  expect(new Set(ops).size).toBe(ops.length)
  expect(ops.every((op) => op.startsWith('ISS-007/'))).toBe(true)
})

test('many events in a second are one edit: a later status, plan or label replaces an earlier one that is still owed', () => {
  const context = buildContext()
  const work = playWork(working(context), context, comment([{ kind: 'pause' }]), comment([{ kind: 'resume' }]))

  for (const kind of ['show_status', 'show_plan', 'set_label'] as const) expect(owedOf(work, kind)).toHaveLength(1)
  expect(owedOf(work, 'set_label')).toEqual([{ kind: 'set_label', label: 'countersign: working' }])
})

test('the result of a fenced run settles its debt and changes nothing else', () => {
  const context = buildContext()
  const before = working(context, { tasks })
  const run = owedOf(before, 'run_task')[0]
  const op = opOf(before, 'run_task')
  const artifact = versionOf('T1', 'p1', 'p1', { kind: 'person', ...ada })
  const pushed = playWork(
    before,
    context,
    at({
      kind: 'gate',
      op: null,
      by: actor(),
      on: null,
      gate: { kind: 'version_pushed', task: 'T1', by: ada, artifact },
    }),
  )
  expect(recordOf(pushed).outbox.map((one) => one.op)).toContain(op)

  const run_id = run?.run_id ?? ''
  const gate = {
    kind: 'run_yielded' as const,
    task: 'T1',
    run_id,
    artifact: versionOf('T1', 'late'),
    pull_request: 9,
    validation: null,
    receipt: receiptOf(run_id),
  }
  const { work } = acceptWork(pushed, at({ kind: 'gate', op, by: null, on: null, gate }), context)

  expect(work.execution).toEqual(pushed.execution)
  expect(recordOf(work).outbox).toEqual(recordOf(pushed).outbox.filter((one) => one.op !== op))
})

function headOf(work: Work): string {
  return work.execution?.artifacts.at(-1)?.commit_sha ?? ''
}

test('a merge whose approval was taken back is no longer owed', () => {
  const context = buildContext()
  const before = mergeOwed(context)
  expect(owedOf(before, 'merge_task')).toHaveLength(1)

  const by = actor('write', 'bo', 2)
  const work = playWork(
    before,
    context,
    at({
      kind: 'gate',
      op: null,
      by,
      on: 11,
      gate: { kind: 'review_dismissed', task: 'T1', by, reviewer: null, head_sha: headOf(before) },
    }),
  )

  expect(owedOf(work, 'merge_task')).toEqual([])
})

test('a pause holds what is owed: runs are given back, merges and reviews wait, what tells goes on', () => {
  const context = buildContext()
  const paused = playWork(mergeOwed(context), context, comment([{ kind: 'pause' }]))
  expect(recordOf(paused)).toMatchObject({ label: 'countersign: paused' })
  expect(paused.loop?.status).toBe('paused')

  const merge = recordOf(paused).outbox.find((one) => one.action.kind === 'merge_task')
  expect(merge && answerEffect(paused, merge, 'x', tasks)).toBeUndefined()

  const resumed = playWork(paused, context, comment([{ kind: 'resume' }]))
  expect(owedOf(resumed, 'merge_task')).toHaveLength(1)
  expect(recordOf(settleWorkByWorld(resumed, context, tasks).work).phase).toBe('completed')
})

test('a paused run that leaves is READY, no attempt counted, and starts again on /resume', () => {
  const context = buildContext()
  const paused = playWork(working(context, { tasks }), context, comment([{ kind: 'pause' }]))

  const left = answer(paused, 'run_task', context)
  expect(left.execution && actionOf({ execution: left.execution })).toMatchObject({ state: 'READY', attempts: 0 })
  expect(owedOf(left, 'run_task')).toEqual([])

  expect(owedOf(playWork(left, context, comment([{ kind: 'resume' }])), 'run_task')).toHaveLength(1)
})

test('a paused work still takes the results of runs, and begins nothing with them', () => {
  const context = buildContext()
  const running = working(context, { tasks })
  const owed = recordOf(running).outbox.find((one) => one.action.kind === 'run_task')
  const yielded = owed && answerEffect(running, owed, 'v1', tasks)
  if (yielded === undefined) throw new Error('a run is owed')

  const work = playWork(running, context, comment([{ kind: 'pause' }]), yielded)

  expect(work.execution?.artifacts).toHaveLength(1)
  expect(work.execution?.nodes['C1']?.state).toBe('READY')
  expect(owedOf(work, 'review_version')).toEqual([])
})

test('a merge that is confirmed while paused completes the work only after /resume', () => {
  const context = buildContext()
  const owing = answer(mergeOwed(context), 'merge_task', context)
  const op = opOf(owing, 'open_final')

  const paused = playWork(
    owing,
    context,
    comment([{ kind: 'pause' }]),
    at({ kind: 'final_opened', op, plan_id: 'SOL-ISS-007-1', number: 40 }),
  )
  expect(recordOf(paused)).toMatchObject({ phase: 'working', final_pull_request: { number: 40, state: 'open' } })

  expect(recordOf(playWork(paused, context, comment([{ kind: 'resume' }])))).toMatchObject({
    phase: 'completed',
    label: 'countersign: ready',
  })
})

test('an effect the work cannot go on without, given up, stays owed and pauses the work', () => {
  const context = buildContext()
  const before = mergeOwed(context)

  const work = playWork(before, context, refused(before, 'merge_task'))

  expect(recordOf(work).paused).toMatchObject({ by: 'countersign', why: 'could not merge task: GitHub said 403' })
  expect(owedOf(work, 'merge_task')).toHaveLength(1)
  expect(repliesOf(work)).toMatchObject([{ kind: 'work_failed', next: '`/resume` tries it again' }])
})

test('a merge by hand that cannot be taken back any more pauses, and nobody is told to revert it', () => {
  const before = working()
  const owed = { kind: 'take_back_merge' as const, task: 'T1', sha: testSha('by hand'), before: testSha('before') }
  const op = `ISS-007/${recordOf(before).next_op}`
  const record = { ...recordOf(before), outbox: [{ op, since: startedAt, action: owed }] }
  const moved = at({ kind: 'effect_failed', op, what: 'take it back', why: '`base` has moved on' })

  const work = playWork({ ...before, record }, buildContext(), moved)

  expect(recordOf(work).paused).toMatchObject({ by: 'countersign', cause: 'effect' })
  expect(repliesOf(work)).toMatchObject([
    { kind: 'work_failed', next: expect.stringMatching(/^do not revert .* there, .*`\/resume` goes on/) },
  ])
})

test('a merge by hand with what no version may hold: whoever merged it is asked to take it off the branch', () => {
  const context = buildContext()
  const before = answer(working(context, { tasks }), 'run_task', context)
  const gate = {
    kind: 'pull_request_merged' as const,
    task: 'T1',
    artifact: versionOf('T1', 'bad', 'bad', { kind: 'person', ...ada }),
    merge_sha: testSha('by hand'),
    merge: { sha: testSha('by hand'), before: testSha('before') },
    by: ada,
    may_waive: true,
    faults: ['.github/workflows/x.yml: denied'],
    review_id: testUuid('by hand'),
  }

  const work = playWork(before, context, at({ kind: 'gate', op: null, by: actor(), on: null, gate }))

  const sha = testSha('commit:T1 bad').slice(0, 7)
  expect(repliesOf(work)).toMatchObject([
    { next: expect.stringContaining(`${sha} is still on \`countersign/ISS-007/1/T1\`: @ada, push a commit`) },
  ])
})

test('an answer that could not be given is noted and not answered', () => {
  const context = buildContext()
  const before = playWork(working(context), context, comment([{ kind: 'status' }]))

  const work = playWork(before, context, refused(before, 'say'))

  expect(repliesOf(work)).toEqual([])
  expect(recordOf(work).trail.at(-1)?.text).toBe('could not say: GitHub said 403')
})

test('a final pull request that opens after a stop is closed again', () => {
  const context = buildContext()
  const owing = answer(mergeOwed(context), 'merge_task', context)
  const op = opOf(owing, 'open_final')

  const work = playWork(
    owing,
    context,
    comment([{ kind: 'stop', why: '' }]),
    at({ kind: 'final_opened', op, plan_id: 'SOL-ISS-007-1', number: 40 }),
  )

  expect(recordOf(work).phase).toBe('stopped')
  expect(owedOf(work, 'close_final')).toMatchObject([{ number: 40 }])
  expect(hadFinal(recordOf(work), 'SOL-ISS-007-1')).toBe(true)
})

test('a task that leaves DONE sends the final pull request back to draft, and out of it again', () => {
  const context = buildContext()
  const complete = settleWorkByWorld(working(context, { tasks }), context, tasks).work

  const reopened = playWork(complete, context, comment([{ kind: 'retry', task: 'T1' }]))
  expect(recordOf(reopened)).toMatchObject({ phase: 'working', final_pull_request: { state: 'draft' } })
  expect(owedOf(reopened, 'set_final_draft')).toEqual([{ kind: 'set_final_draft', number: 40, draft: true }])
  expect(reopened.execution?.status).toBeUndefined()

  const again = settleWorkByWorld(reopened, context, tasks).work
  expect(recordOf(again)).toMatchObject({ phase: 'completed', final_pull_request: { number: 40, state: 'open' } })
})

test('a task taken up again after the final pull request was closed gets another one', () => {
  const context = buildContext()
  const complete = settleWorkByWorld(working(context, { tasks }), context, tasks).work
  const closed = playWork(complete, context, at({ kind: 'final_closed', number: 40, merged: false, by: actor() }))

  const work = playWork(closed, context, comment([{ kind: 'retry', task: 'T1' }]))

  expect(recordOf(work)).toMatchObject({ phase: 'working', final_pull_request: null })
  expect(recordOf(settleWorkByWorld(work, context, tasks).work).phase).toBe('completed')
})

test('once the final pull request is merged, nothing is taken up again', () => {
  const context = buildContext()
  const complete = settleWorkByWorld(working(context, { tasks }), context, tasks).work
  const merged = playWork(complete, context, at({ kind: 'final_closed', number: 40, merged: true, by: actor() }))

  const { work } = acceptWork(merged, comment([{ kind: 'retry', task: 'T1' }]), context)

  expect(work.execution).toEqual(merged.execution)
  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', why: 'its final pull request is merged' }])
})

test.each([
  ['deletes the branches of the plan', buildContext(), [{ kind: 'delete_branches', plan_id: 'SOL-ISS-007-1' }]],
  [
    'leaves them where the configuration says so',
    buildContext({ configuration: buildConfiguration({ branches: { delete_merged: false } }) }),
    [],
  ],
])('the merge of the final pull request %s; closing it never does', (_what, context, owed) => {
  const complete = settleWorkByWorld(working(context, { tasks }), context, tasks).work
  const end = (merged: boolean) =>
    playWork(complete, context, at({ kind: 'final_closed', number: 40, merged, by: actor() }))

  expect(owedOf(end(true), 'delete_branches')).toEqual(owed)
  expect(owedOf(end(false), 'delete_branches')).toEqual([])
})

test('branches that can not be deleted are noted, and nobody is called for it', () => {
  const context = buildContext()
  const complete = settleWorkByWorld(working(context, { tasks }), context, tasks).work
  const merged = playWork(complete, context, at({ kind: 'final_closed', number: 40, merged: true, by: actor() }))

  const work = playWork(merged, context, refused(merged, 'delete_branches'))

  expect(repliesOf(work)).toEqual([])
  expect(recordOf(work).trail.at(-1)?.text).toBe('could not delete branches: GitHub said 403')
})

test('a final pull request that is merged while a task was taken back ends the work', () => {
  const context = buildContext()
  const complete = settleWorkByWorld(working(context, { tasks }), context, tasks).work
  const reopened = playWork(complete, context, comment([{ kind: 'retry', task: 'T1' }]))

  const work = playWork(reopened, context, at({ kind: 'final_closed', number: 40, merged: true, by: actor() }))

  expect(recordOf(work)).toMatchObject({ phase: 'stopped', final_pull_request: { state: 'merged' } })
  expect(work.execution?.nodes['T1']?.state).toBe('CANCELLED')
})

test('a refused judgement is answered where it was made', () => {
  const context = buildContext()
  const by = actor('write', 'bo', 2)
  const gate = {
    kind: 'approved_by_person' as const,
    task: 'T1',
    by,
    head_sha: 'abc',
    review_id: testUuid('r'),
    why: '',
  }

  const { work } = acceptWork(working(context, { tasks }), at({ kind: 'gate', op: null, by, on: 11, gate }), context)

  expect(owedOf(work, 'say')).toMatchObject([{ number: 11, reply: { kind: 'refused', name: 'your approval of T1' } }])
})

test('a final pull request of a plan that was replaced while it was opened is closed', () => {
  const context = buildContext()
  const before = working(context)

  const work = playWork(
    before,
    context,
    at({ kind: 'final_opened', op: 'ISS-007/99', plan_id: 'SOL-ISS-007-0', number: 40 }),
  )

  expect(recordOf(work).final_pull_request).toBeNull()
  expect(owedOf(work, 'close_final')).toMatchObject([{ number: 40 }])
})

test('what a decision owes goes on with its trace, and what was owed before with the one it had', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const before = working()

  const owed = acceptWork(before, comment([{ kind: 'status' }]), { ...buildContext(), traceparent }).work.record?.outbox

  const known = new Set(before.record?.outbox.map(({ op }) => op))
  expect(owed?.some(({ op }) => !known.has(op))).toBe(true)
  for (const one of owed ?? []) expect(one.traceparent).toBe(known.has(one.op) ? undefined : traceparent)
})
