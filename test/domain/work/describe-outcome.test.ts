import { expect, test } from 'vitest'
import type { OwedEffect } from '../../../src/domain/effect.ts'
import type { Work } from '../../../src/domain/work/work.ts'
import { buildCriterion, buildTask } from '../../support/builders.ts'
import { approvedBy, bo } from '../../support/play-gate.ts'
import {
  acceptWork,
  at,
  actor,
  buildContext,
  type Command,
  comment,
  owedOf,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  working,
} from '../../support/play-work.ts'
import { settleOwed } from '../../support/settle-work.ts'
import { giveUp } from '../../support/give-up.ts'

const manual = buildCriterion({
  id: 'AC-2',
  check_method: 'manual_review',
  severity: 'major',
  statement: 'It reads well',
})
const tasks = [buildTask({ acceptance_criteria: [buildCriterion(), manual, { ...manual, id: 'AC-3' }] })]
const inPull = { kind: 'task_pull_request', task: 'T1' } as const
const context = buildContext()

const play = (...kinds: OwedEffect['action']['kind'][]) =>
  settleOwed(working(context, { tasks }), context, tasks, ...kinds)

const told = (work: Work, ...commands: Command[]) =>
  repliesOf(acceptWork(work, comment(commands, { by: actor('maintain', 'bo', 2) }), context).work).flatMap((reply) =>
    reply.kind === 'carried_out' ? [reply.what] : [],
  )
const judging = () => play('run_task', 'review_version')
const approve = (criteria: string[] = []): Command => ({ kind: 'approve_task', task: 'T1', criteria, why: '' })
const reject = (criteria: string[] = []): Command => ({ kind: 'reject_task', task: 'T1', criteria, why: 'no header' })

test.each<[string, () => Work, Command, string]>([
  ['the whole version approved', judging, approve(), 'Version 1 of T1 is approved, and is merged next'],
  [
    'one criterion approved',
    judging,
    approve(['AC-3']),
    'Noted: AC-3 “It reads well” of T1 holds; still to do: judge AC-2 “It reads well” of T1',
  ],
  [
    'approved while its review runs',
    () => play('run_task'),
    approve(),
    'Noted: AC-2 “It reads well”, AC-3 “It reads well” of T1 hold; the verdict follows once the rest of its review is through',
  ],
  [
    'rejected',
    judging,
    reject(['AC-2']),
    'Version 1 of T1 is rejected over AC-2 “It reads well”; another version is due',
  ],
  [
    'waived',
    judging,
    { kind: 'waive', task: 'T1', criterion: 'AC-2', why: 'later' },
    'AC-2 “It reads well” of T1 is waived in your name; its review goes on',
  ],
  ['assigned', () => play(), { kind: 'assign', task: 'T1', executor: '@ada' }, 'T1 is given to @ada'],
  ['retried', () => giveUp(play(), 'T1'), { kind: 'retry', task: null }, 'T1 is tried again'],
  ['paused', () => play(), { kind: 'pause' }, 'Paused: nothing new begins until `/resume`'],
  ['stopped', () => play(), { kind: 'stop', why: '' }, 'Stopped: what was made stays, and `/approve` starts a new run'],
])('%s: a line says what came of it', (_what, before, command, line) => {
  expect(told(before(), command)).toEqual([line])
})

test('a plan that is approved is told by the status comment, which is posted then; approved again, by a line', () => {
  const approvePlan: Command = { kind: 'approve_plan', hash: null }
  const stopped = playWork(play('show_status'), context, comment([{ kind: 'stop', why: '' }]))

  expect(told(proposed(context), approvePlan)).toEqual([])
  expect(recordOf(stopped).status_comment).not.toBeNull()
  expect(told(stopped, approvePlan).at(-1)).toMatch(/^Plan `[0-9a-f]{7}` is approved again: a new run of it begins$/)
})

test('who approves on GitHub and names one criterion learns there of the others', () => {
  const gate = { ...approvedBy(bo), why: 'AC-3 holds' }
  const on = (body: typeof gate) => at({ kind: 'gate', op: null, by: actor('write', 'bo', 2), on: 11, gate: body })

  const { work } = acceptWork(judging(), on(gate), context)

  const what = 'Noted: AC-3 “It reads well” of T1 holds; still to do: judge AC-2 “It reads well” of T1'
  expect(owedOf(work, 'say')).toEqual([{ kind: 'say', number: 11, reply: { kind: 'carried_out', what } }])
  expect(repliesOf(acceptWork(judging(), on({ ...gate, why: '' }), context).work)).toEqual([])
})

test('in the pull request of the task the verdict is posted, and says it', () => {
  const event = comment([{ kind: 'approve_plan', hash: null }], { by: actor('maintain', 'bo', 2), place: inPull })

  expect(repliesOf(acceptWork(judging(), event, context).work)).toEqual([])
})
