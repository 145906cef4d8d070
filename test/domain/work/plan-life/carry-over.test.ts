import { expect, test } from 'vitest'
import { carryOver, collectCarryable } from '../../../../src/domain/work/plan-life/carry-over.ts'
import type { GateState } from '../../../../src/domain/gate/decide-gate.ts'
import { startExecution } from '../../../../src/domain/gate/start-execution.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { buildPlan, buildTask, testSha } from '../../../support/builders.ts'
import {
  accept,
  actionOf,
  approved,
  done,
  play,
  reviewReported,
  runStarted,
  runYielded,
  underReview,
} from '../../../support/gate/play-gate.ts'

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

test('what is approved and not merged yet is not taken over', () => {
  const state = approved({ plan: before.plan, execution: startExecution(before.plan) })

  expect(collectCarryable(state.plan, state.execution)).toEqual([])
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

test('a task that depends on other work than before is made anew, though that is taken over too', () => {
  const t3 = buildTask({ id: 'T3', title: 'Third' })
  const all = done(finished(buildPlan({ tasks: [t1, t2, t3] })), 'T3')
  const next = buildPlan({ id: 'SOL-ISS-007-2', tasks: [t1, { ...t2, depends_on: ['T3'] }, t3] })

  const taken = carryOver(next, collectCarryable(all.plan, all.execution))

  expect(taken.map((one) => one.task)).toEqual(['T1', 'T3'])
})

test('of work that asks for the same the newer is taken over', () => {
  const [older] = carryable
  if (older === undefined) throw new Error('T1 is carryable')
  const newer = { ...older, plan_id: 'SOL-ISS-007-5' }

  expect(carryOver(buildPlan({ tasks: [t1] }), [older, newer])).toMatchObject([{ plan_id: 'SOL-ISS-007-5' }])
})

test('nothing is taken over by a plan whose tasks wait for each other', () => {
  expect(carried({ ...t1, depends_on: ['T2'] }, t2)).toEqual([])
})

/** The plan after, approved: T1 and T2 are to be taken over. */
function second(): GateState {
  const plan = buildPlan({ id: 'SOL-ISS-007-2', tasks: [t1, t2] })
  return { plan, execution: startExecution(plan, carryOver(plan, carryable)) }
}

/** Marks the version of a task as the one that was taken over. */
function asCarried(state: GateState, task: string): GateState {
  const { execution } = structuredClone(state)
  const [from] = before.execution.artifacts
  for (const artifact of execution.artifacts)
    if (artifact.task === task && from) artifact.carried_from = { task_id: from.task_id, artifact_id: from.artifact_id }
  return { plan: state.plan, execution }
}

const collect = (state: GateState) =>
  collectCarryable(state.plan, state.execution, carryOver(state.plan, carryable)).map((one) => one.task)

test('what a plan has not taken over yet can be by the next, beside what it has', () => {
  const state = asCarried(done(second(), 'T1'), 'T1')

  const third = carryOver(
    { ...state.plan, id: 'SOL-ISS-007-3' },
    collectCarryable(state.plan, state.execution, carryOver(state.plan, carryable)),
  )

  expect(third.map((one) => one.task)).toEqual(['T1', 'T2'])
  expect(third.map((one) => one.plan_id)).toEqual(['SOL-ISS-007-2', 'SOL-ISS-007-2'])
})

test('what was taken over and whose approval fell is not offered again', () => {
  const state = asCarried(done(second(), 'T1'), 'T1')
  Object.assign(actionOf(state), { approval_stale: true })

  expect(collect(state)).toEqual([])
})

test('what was taken over and then rejected is not offered again, nor what was made from it', () => {
  const underCheck = asCarried(underReview(second()), 'T1')
  expect(collect(underCheck)).toEqual(['T1', 'T2'])

  const rejected = play(underCheck, reviewReported('T1', 'c-v1', { 'AC-1': 'fail' }))

  expect(collect(rejected)).toEqual([])
})

test('a task is done anew where one that it depends on was', () => {
  const anew = done(second(), 'T1')

  const { execution, trail, effects } = accept(anew, runStarted('T2', 'r2'))

  const { artifact_id } = before.execution.artifacts[1] ?? {}
  const earlier = { from: { artifact_id, version: 1 }, changed: [], tasks: ['T1'] }
  expect(actionOf({ execution }, 'T2')).toMatchObject({ carry: null, earlier })
  expect(effects).toContainEqual(
    expect.objectContaining({
      kind: 'say',
      number: 7,
      reply: expect.objectContaining({ kind: 'done_anew', task: 'T2' }),
    }),
  )
  expect(trail).toEqual(['T2: done anew, as T1 was'])
  expect(collect(anew)).toEqual(['T1'])
})

test('a run that found its files changed leaves what was approved to whoever does it now, and no attempt', () => {
  const anew = { changed: [{ path: 'src/x.ts', commit: testSha('main') }], tasks: [] }
  const state = play(second(), runStarted('T1', 'r1'))

  const { execution, trail } = accept(state, { kind: 'run_left', task: 'T1', run_id: 'r1', anew })

  const { artifact_id } = before.execution.artifacts[0] ?? {}
  expect(actionOf({ execution })).toMatchObject({ state: 'READY', attempts: 0, carry: null })
  expect(actionOf({ execution }).earlier).toMatchObject({ from: { artifact_id }, ...anew })
  expect(trail).toEqual([
    `T1: done anew, as somebody has changed \`src/x.ts\` (\`${testSha('main').slice(0, 7)}\`) since`,
  ])
})

test('a task is taken over where all that it depends on was', () => {
  const state = play(asCarried(done(second(), 'T1'), 'T1'), runStarted('T2', 'r2'))

  expect(actionOf(state, 'T2').carry).not.toBeNull()
})

test.each([
  ['left', 'run_left'],
  ['lost', 'lease_lost'],
] as const)('a run that was %s leaves what is to be taken over', (_how, kind) => {
  const state = play(second(), runStarted('T1', 'r1'), { kind, task: 'T1', run_id: 'r1' })

  expect(actionOf(state).carry).not.toBeNull()
  expect(actionOf(play(state, runStarted('T1', 'r2'), runYielded('T1', 'r2'))).carry).toBeNull()
})

test.each([
  ['Run the command of 1 line(s) as given', 'Run the command as given', ['T1']],
  ['Run the command of 2 line(s) as given', 'Run the command of 2 lines as given', ['T1']],
  ['Run the command of 2 line(s) as given', 'Run the command of 3 lines as given', []],
])('a command that an older plan put in other words is the same work: %s → %s', (was, is, tasks) => {
  const older = finished(buildPlan({ tasks: [{ ...t1, implementation: [was] }, t2] }))
  const next = buildPlan({ id: 'SOL-ISS-007-2', tasks: [{ ...t1, implementation: [is] }] })

  expect(carryOver(next, collectCarryable(older.plan, older.execution)).map((one) => one.task)).toEqual(tasks)
})
