import { expect, test } from 'vitest'
import type { OwedEffect } from '../../../../src/domain/effects/effect.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { buildConfiguration, buildCriterion, buildTask } from '../../../support/builders.ts'
import { approvedBy, bo } from '../../../support/gate/play-gate.ts'
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
} from '../../../support/work/play-work.ts'
import { settleOwed } from '../../../support/work/settle-work.ts'
import { giveUp } from '../../../support/work/give-up.ts'

const manual = buildCriterion({
  id: 'AC-2',
  check_method: 'manual_review',
  severity: 'major',
  statement: 'It reads well',
})
const tasks = [buildTask({ acceptance_criteria: [buildCriterion(), manual, { ...manual, id: 'AC-3' }] })]
const inPull = { kind: 'task_pull_request', task: 'T1' } as const
const context = buildContext()

const settle = (work: Work, kinds: OwedEffect['action']['kind'][], name?: string) =>
  settleOwed(work, context, tasks, kinds, name)
const play = (...kinds: OwedEffect['action']['kind'][]) => settle(working(context, { tasks }), kinds)

const maintainer = actor('maintain', 'bo', 2)
const told = (work: Work, ...commands: Command[]) =>
  repliesOf(acceptWork(work, comment(commands, { by: maintainer }), context).work).flatMap((reply) =>
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

/** T1, and T2 beside it; both wait for a decision. */
const twoWaiting = () => giveUp(giveUp(working(context, { tasks: [...tasks, buildTask({ id: 'T2' })] }), 'T1'), 'T2')

/** The state once one of its nodes waits for this. */
function waitingFor(work: Work, id: string, kind: 'push' | 'decision'): Work {
  const given = structuredClone(work)
  Object.assign(given.execution?.nodes[id] ?? {}, {
    state: 'WAITING_EXTERNAL',
    run: null,
    waiting_for: { kind, who: [], what: 'it waits' },
  })
  return given
}

function byPerson(work: Work): Work {
  const given = structuredClone(work)
  Object.assign(given.execution?.nodes['T1'] ?? {}, { executor: 'human' })
  return given
}

const retryAll: Command = { kind: 'retry', task: null }
const waive = (criterion: string): Command => ({ kind: 'waive', task: 'T1', criterion, why: 'later' })

test.each<[string, () => Work, Command, string]>([
  ['all that wait are retried', twoWaiting, retryAll, 'T1, T2 are tried again'],
  ['who waits for a push is not', () => waitingFor(twoWaiting(), 'T2', 'push'), retryAll, 'T1 is tried again'],
  [
    'a task of a person is not retried',
    () => byPerson(waitingFor(play(), 'T1', 'push')),
    { kind: 'retry', task: 'T1' },
    'T1 waits for a push to `countersign/ISS-007/1/T1`: nothing runs before that',
  ],
  ['a review is retried', () => waitingFor(play('run_task'), 'C1', 'decision'), retryAll, 'T1 is tried again'],
  ['resumed', () => playWork(play(), context, comment([{ kind: 'pause' }])), { kind: 'resume' }, 'The work goes on'],
  [
    'stopped while another plan is made of what was stopped',
    () =>
      playWork(
        play(),
        context,
        comment([{ kind: 'stop', why: '' }]),
        comment([{ kind: 'replan', guidance: 'smaller', fresh: false }]),
      ),
    { kind: 'stop', why: '' },
    'No other plan is made',
  ],
  [
    'waived before there is a version',
    () => play(),
    waive('AC-2'),
    'AC-2 “It reads well” of T1 is waived in your name; its review goes on',
  ],
  [
    'the last open one is waived',
    () => settle(playWork(judging(), context, comment([waive('AC-2')], { by: maintainer })), ['review_version']),
    waive('AC-3'),
    'AC-3 “It reads well” of T1 is waived in your name; version 1 of T1 is approved, and is merged next',
  ],
  [
    'one criterion of the version after a rejected one',
    secondVersion,
    approve(['AC-3']),
    'Noted: AC-3 “It reads well” of T1 holds; still to do: judge AC-2 “It reads well” of T1',
  ],
])('%s: so it is said', (_what, before, command, line) => {
  expect(told(before(), command).at(-1)).toBe(line)
})

/** After the first was rejected the next waits for judgement. */
function secondVersion(): Work {
  const rejected = playWork(judging(), context, comment([reject()], { by: maintainer }))
  return settle(rejected, ['run_task', 'review_version'], 'v2')
}

test('at the limit of attempts another version is not promised, but the command for it named', () => {
  const once = buildContext({ configuration: buildConfiguration({ run: { max_attempts: 1 } }) })
  const { work } = acceptWork(judging(), comment([reject(['AC-2'])], { by: maintainer }), once)

  expect(repliesOf(work)).toEqual([
    {
      kind: 'carried_out',
      what: 'Version 1 of T1 is rejected over AC-2 “It reads well”; `/retry T1` has it tried again',
    },
  ])
})

test('what is approved while the work is paused is merged once it goes on', () => {
  const paused = playWork(judging(), context, comment([{ kind: 'pause' }], { by: maintainer }))

  expect(told(paused, approve()).at(-1)).toBe(
    'Version 1 of T1 is approved, and is merged once `/resume` has the work go on',
  )
})

test.each([
  ['was merged by hand before it was approved is not merged next', true, 'and was merged before'],
  ['came after the one that was merged by hand is merged next', false, 'and is merged next'],
])('a version that %s', (_which, isIt, line) => {
  const before = judging()
  const node = before.execution?.nodes['T1']
  const merged = structuredClone(before)
  if (merged.execution !== null && node?.kind === 'ACTION') {
    const hand = { artifact_id: isIt ? (node.active_artifact_id ?? '') : 'another', sha: 'm', before: 'b' }
    merged.execution.nodes['T1'] = { ...node, hand_merge: hand, merge: 'merged' }
  }

  expect(told(merged, approve())).toEqual([`Version 1 of T1 is approved, ${line}`])
})

test('the rejection of what somebody merged by hand says that it is taken out again', () => {
  const before = judging()
  const node = before.execution?.nodes['T1']
  const hand = { artifact_id: node?.kind === 'ACTION' ? (node.active_artifact_id ?? '') : '', sha: 'm', before: 'b' }
  const merged = structuredClone(before)
  if (merged.execution !== null && node !== undefined)
    merged.execution.nodes['T1'] = { ...node, hand_merge: hand } as typeof node

  expect(told(merged, reject(['AC-2']))).toEqual([
    'Version 1 of T1 is rejected over AC-2 “It reads well”; its merge is taken out of the integration branch; another version is due',
  ])
})

test('a plan that is split says so until it is approved; then another plan is made, which says it', () => {
  const large = buildTask({
    modification_points: ['src/a.ts', 'docs/b.md'].map((file) => ({ file, target: 'a', change: 'add it' })),
    scope: 'src/a.ts, docs/b.md',
  })
  const split: Command = { kind: 'split', task: 'T1' }

  const { work: cut } = acceptWork(proposed(context, { tasks: [large] }), comment([split], { by: maintainer }), context)
  const hash = recordOf(cut).plan_hash?.slice(0, 7)
  expect(told(proposed(context, { tasks: [large] }), split)).toEqual([
    `T1 is split: the plan comment shows how, and \`/approve plan@${hash}\` starts it`,
  ])
  expect(hash).toMatch(/^[0-9a-f]{7}$/)
  const done = playWork(proposed(context, { tasks: [large] }), context, comment([split], { by: maintainer }))
  expect(repliesOf(acceptWork(done, comment([split], { by: maintainer }), context).work).at(-1)).toMatchObject({
    kind: 'refused',
    why: 'T1 is split already',
    next: 'its parts are T1.1, T1.2',
  })
  expect(told(working(context, { tasks: [large] }), split)).toEqual([])
})

test('a plan that is approved is told by the status comment, which is posted then; approved again, by a line', () => {
  const approvePlan: Command = { kind: 'approve_plan', hash: null }
  const stopped = playWork(play('show_status'), context, comment([{ kind: 'stop', why: '' }]))
  const ofAnother = { plan_id: 'SOL-ISS-007-0', id: 4, node_id: 'IC_4' }

  expect(told(proposed(context), approvePlan)).toEqual([])
  expect(recordOf(stopped).status_comment).not.toBeNull()
  expect(
    told({ ...stopped, record: { ...recordOf(stopped), status_comment: ofAnother } }, approvePlan).at(-1),
  ).not.toMatch(/again/)
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

test('what came of it is said where the command stands', () => {
  const event = comment([approve(['AC-3'])], { by: maintainer, place: inPull })

  expect(owedOf(acceptWork(judging(), event, context).work, 'say')).toMatchObject([
    { number: 11, reply: { kind: 'carried_out' } },
  ])
})

test('in the pull request of the task the verdict is posted, and says it', () => {
  const event = comment([{ kind: 'approve_plan', hash: null }], { by: maintainer, place: inPull })

  expect(repliesOf(acceptWork(judging(), event, context).work)).toEqual([])
})

test.each(['patch', 'human', '@bo'])('what is rejected of %s comes again only by a push', (executor) => {
  const file = { kind: 'file' as const, path: 'src/task-1.ts', content: 'x\n', mode: '100644' as const }
  const own = tasks.map((task) => ({ ...task, executor, work: [file] }))
  const work = settleOwed(working(context, { tasks: own }), context, own, ['run_task', 'review_version'])

  expect(told(work, reject(['AC-2']))).toEqual([
    'Version 1 of T1 is rejected over AC-2 “It reads well”; a better one has to be pushed',
  ])
})
