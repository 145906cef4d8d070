import { expect, test } from 'vitest'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { hashPlan } from '../../../../src/domain/plan/plan-hash.ts'
import type { WorkEvent } from '../../../../src/domain/work/draft/work-event.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { buildConfiguration, buildCriterion, buildTask } from '../../../support/builders.ts'
import {
  actor,
  at,
  buildContext,
  buildIssue,
  comment,
  labelled,
  nothingYet,
  owedOf,
  planDrafted,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  working,
} from '../../../support/work/play-work.ts'
import { settleWorkByWorld } from '../../../support/work/settle-work.ts'

const split = (task = 'T2') => comment([{ kind: 'split', task }])
const assign = (executor: string, task: string | null = 'T1') => comment([{ kind: 'assign', task, executor }])

/** T1, and T2 that can be cut: it changes two files. */
const tasks = [
  buildTask({ id: 'T1' }),
  buildTask({
    id: 'T2',
    depends_on: ['T1'],
    scope: 'src/a.ts, docs/b.md',
    modification_points: [
      { file: 'src/a.ts', target: 'a', change: 'add it' },
      { file: 'docs/b.md', target: 'b', change: 'say it' },
    ],
  }),
]

test('a proposed plan is revised in place: another hash, the same id, shown again', () => {
  const before = proposed(buildContext(), { tasks })

  const work = playWork(before, buildContext(), split())

  expect(work.plan?.tasks.map((task) => task.id)).toEqual(['T1', 'T2.1', 'T2.2'])
  expect(work.plan).toMatchObject({
    id: 'SOL-ISS-007-1',
    rounds: [{ splits: [{ task: 'T2', into: ['T2.1', 'T2.2'] }] }],
  })
  expect(findPlanFaults(work.plan ?? never())).toEqual([])
  expect(work.plan?.hash).toBe(hashPlan(work.plan ?? never()))
  expect(recordOf(work).plan_hash).toBe(work.plan?.hash)
  expect(owedOf(work, 'show_plan')).toHaveLength(1)
})

test('a plan that is worked on is followed by another, which carries the approved work over', () => {
  const context = buildContext()
  const stopped = doneFirst(context)

  const work = playWork(stopped, context, split())

  expect(recordOf(work)).toMatchObject({ phase: 'proposed', plan_id: 'SOL-ISS-007-2', carryable: [{ task: 'T1' }] })
  expect(work.plan?.tasks.map((task) => task.id)).toEqual(['T1', 'T2.1', 'T2.2'])
  expect(findPlanFaults(work.plan ?? never())).toEqual([])
})

test.each([
  ['no such task', 'T9', tasks],
  ['nothing to cut along', 'T1', tasks],
])('%s: refused, and nothing changes', (_why, task, given) => {
  const before = proposed(buildContext(), { tasks: given })

  const work = playWork(before, buildContext(), split(task))

  expect(work.plan).toEqual(before.plan)
  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', name: '/split' }])
})

test.each([
  ['the plan would have more tasks than it may', { plan: { max_leaves: 2 } }, /make 3 tasks/],
  ['the task is as deep as it may be', { plan: { max_decomposition_depth: 1 } }, /1 levels deep/],
])('a split is refused where %s', (_why, overrides, why) => {
  const context = buildContext({ configuration: buildConfiguration(overrides) })
  const before = proposed(context, { tasks })

  const work = playWork(before, context, split())

  expect(work.plan).toEqual(before.plan)
  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', why: expect.stringMatching(why) }])
})

const points = (...files: string[]) => files.map((file) => ({ file, target: 'all', change: 'write it anew' }))
const large = (days: number, ...files: string[]) =>
  buildTask({
    id: 'T2',
    scope: files.join(', '),
    modification_points: points(...files),
    estimated_person_days: days,
    acceptance_criteria: [buildCriterion({ statement: 'Answers 401', check_method: 'manual_review' })],
  })
const analysis = { risk: 'high', impact: 'high', complexity: 'high' } as const

test('parts that are still too large are split on, level by level', () => {
  const four = large(36, 'src/a/1.ts', 'src/a/2.ts', 'src/b/1.ts', 'src/b/2.ts')
  const before = proposed(buildContext(), { tasks: [buildTask({ id: 'T1' }), four], analysis })

  const work = playWork(before, buildContext(), split())

  expect(work.plan?.tasks.map((task) => task.id)).toEqual(['T1', 'T2.1.1', 'T2.1.2', 'T2.2.1', 'T2.2.2'])
  expect(work.plan?.rounds.map((round) => round.splits.map((one) => one.task))).toEqual([['T2'], ['T2.1', 'T2.2']])
  expect(work.plan?.rounds[0]?.feasibility).toMatchObject([
    { task: 'T2.1', one_shot_pass: false },
    { task: 'T2.2', one_shot_pass: false },
  ])
})

test('parts are estimated by the files that are there', () => {
  const before = proposed(buildContext(), {
    tasks: [buildTask({ id: 'T1' }), large(0.8, 'src/a.ts', 'src/b.ts')],
    analysis,
  })
  const sizes = new Map([['src/b.ts', 2_000_000]])

  const work = playWork(before, buildContext(), { ...split(), fileSizes: sizes } as WorkEvent)

  expect(work.plan?.tasks.map((task) => task.estimated_person_days)).toEqual([0.5, 0.4, 0.4])
  expect(work.plan?.tasks.map((task) => task.doubted_person_days)).toEqual([undefined, undefined, 1.4])
})

test.each([
  [
    'a part stays too large',
    large(60, 'src/a.ts', 'src/b.ts'),
    {},
    /^its part T2\.\d is too large for one go, and T2\.\d can't be split/,
  ],
  [
    'a part would write what may not be written',
    large(4, 'src/a.ts', 'docs/b.md'),
    { paths: { denied: ['docs/**'] } },
    /T2\.\d may not write `docs\/b\.md`/,
  ],
  [
    'the score would be too low',
    large(4, 'src/a.ts', 'docs/b.md'),
    { plan: { min_score: 1 } },
    /the plan would score 0\.\d+, and no plan is offered below 1: /,
  ],
])('a split is refused where %s', (_why, task, overrides, why) => {
  const before = proposed(buildContext(), { tasks: [buildTask({ id: 'T1' }), task], analysis })

  const work = playWork(before, buildContext({ configuration: buildConfiguration(overrides) }), split())

  expect(work.plan).toEqual(before.plan)
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', name: '/split', why: expect.stringMatching(why) })
})

test('a plan whose issue was edited is not split', () => {
  const edited = at({ kind: 'issue_edited', issue: buildIssue({ body: 'Otherwise.' }) })
  const before = playWork(proposed(buildContext(), { tasks }), buildContext(), edited)

  const work = playWork(before, buildContext(), split())

  expect(work.plan).toEqual(before.plan)
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', why: 'the issue was edited since' })
})

test('what is done is not split any more', () => {
  const context = buildContext()

  const work = playWork(doneFirst(context), context, split('T1'))

  expect(recordOf(work).plan_id).toBe('SOL-ISS-007-1')
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', why: 'T1 is approved and merged' })
})

test('before approval a task is given to somebody in the plan, whose hash stays', () => {
  const before = proposed()

  const work = playWork(before, buildContext(), assign('@bo'))

  expect(work.plan?.tasks[0]?.executor).toBe('@bo')
  expect(recordOf(work).plan_hash).toBe(before.plan?.hash)
  expect(hashPlan(work.plan ?? never())).toBe(hashPlan(before.plan ?? never()))
})

test('while it is worked on a task is given to somebody else at once', () => {
  const work = playWork(working(), buildContext(), assign('human'))

  expect(work.execution?.nodes['T1']).toMatchObject({ executor: 'human', state: 'RUNNING' })
})

test('an executor that the server does not have is named', () => {
  const work = playWork(working(), buildContext(), assign('gemini'))

  expect(work.execution?.nodes['T1']).toMatchObject({ executor: 'codex' })
  expect(repliesOf(work)).toMatchObject([
    {
      kind: 'refused',
      why: '`gemini` is no executor here',
      next: expect.stringContaining('patch, shell, human'),
    },
  ])
})

test('a maintainer waives a criterion, a writer may not', () => {
  const waive = (by = actor()) =>
    comment([{ kind: 'waive', task: 'T1', criterion: 'AC-1', why: 'not this time' }], { by })

  const waived = playWork(working(), buildContext(), waive())
  const denied = playWork(working(), buildContext(), waive(actor('write')))

  expect(waived.execution?.nodes['T1']).toMatchObject({
    waivers: [{ criterion: 'AC-1', by: 'ada', why: 'not this time' }],
  })
  expect(denied.execution?.nodes['T1']).toMatchObject({ waivers: [] })
  expect(repliesOf(denied)).toMatchObject([{ kind: 'no_permission', needs: 'maintain' }])
})

test('/list is answered with the issues as they stand then, and the session keeps that it was asked', () => {
  const work = playWork(working(), buildContext(), comment([{ kind: 'list' }]))

  expect(repliesOf(work)).toEqual([{ kind: 'list' }])
  expect(work.acts).toEqual([{ kind: 'listed' }])
})

test('/doctor is owed with where it was asked; fixing takes a maintainer', () => {
  const doctor = (fix: boolean) => comment([{ kind: 'doctor', fix }], { by: actor('write') })

  expect(owedOf(playWork(working(), buildContext(), doctor(false)), 'examine')).toEqual([
    { kind: 'examine', number: 7, fix: false, by: 'ada' },
  ])
  expect(repliesOf(playWork(working(), buildContext(), doctor(true)))).toMatchObject([
    { kind: 'no_permission', name: '/doctor fix', needs: 'maintain' },
  ])
})

/** T1 is done, T2 is under way. */
function doneFirst(context = buildContext()): Work {
  const all = settleWorkByWorld(working(context, { tasks }), context, tasks).work
  return playWork(all, context, comment([{ kind: 'retry', task: 'T2' }]))
}

function never(): never {
  throw new Error('there is no plan')
}

test('split before it is approved, a plan carries over no more of what depends on the parts', () => {
  const context = buildContext()
  const three = [...tasks, buildTask({ id: 'T3', title: 'Third', depends_on: ['T2'] })]
  const finished = settleWorkByWorld(working(context, { tasks: three }), context, three).work
  const asked = playWork(finished, context, comment([{ kind: 'replan', guidance: 'add T4', fresh: false }]))
  const four = [...three, buildTask({ id: 'T4', title: 'Fourth' })]
  const before = playWork(asked, context, planDrafted(asked, { tasks: four }))

  const work = playWork(before, context, split())

  expect(recordOf(before).carryable.map((one) => one.task)).toEqual(['T1', 'T2', 'T3'])
  expect(recordOf(work).carryable.map((one) => one.task)).toEqual(['T1'])
})

test('a step from plan to plan names the split', () => {
  const context = buildContext()

  const work = playWork(doneFirst(context), context, split())

  expect(recordOf(work).revisions.map((revision) => revision.why)).toEqual(['/split T2'])
})

test('who was given a task keeps it when another is split', () => {
  const context = buildContext()
  const three = [...tasks, buildTask({ id: 'T3', title: 'Third', depends_on: ['T1'] })]
  const assigned = playWork(working(context, { tasks: three }), context, assign('@bo', 'T3'))

  const work = playWork(assigned, context, split())

  expect(work.plan?.tasks.find((task) => task.id === 'T3')?.executor).toBe('@bo')
})

test('a plan that names an executor nobody has says so, is not approved, and is once the task is given to another', () => {
  const context = buildContext()
  const gone = [buildTask({ id: 'T1', executor: 'aider' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  const approve = comment([{ kind: 'approve_plan', hash: null }])
  const before = proposed(context, { tasks: gone })

  const refused = playWork(before, context, approve)
  const given = playWork(refused, context, assign('human'))
  const working = playWork(given, context, comment([{ kind: 'approve_plan', hash: null }]))

  expect(before.plan?.notes).toEqual([
    expect.stringMatching(/^Nobody here can do T1 \(`aider` is no executor here\)\. Say `\/assign T1 …`/),
  ])
  expect(recordOf(refused).phase).toBe('proposed')
  expect(repliesOf(refused)).toMatchObject([
    {
      kind: 'refused',
      why: "T1 can't be done: `aider` is no executor here",
      next: expect.stringContaining('/assign T1'),
    },
  ])
  expect(given.plan?.notes).toEqual([])
  expect(recordOf(working).phase).toBe('working')
})

const ghost = { people: [{ login: 'ghost', role: 'unknown' as const }], writers: ['ada', 'bo'] }
const reader = { people: [{ login: 'cy', role: 'read' as const }], writers: ['ada', 'bo'] }
const given = (executor: string, assignees: typeof ghost | typeof reader) =>
  ({ ...assign(executor), assignees }) as WorkEvent

test.each([
  ['@ghost', ghost, '`@ghost` is no account on GitHub'],
  ['@cy', reader, '`@cy` has only the role `read` here, and a task is done by pushing to its branch'],
])('a task is not given to %s, and the answer says who could do it', (executor, facts, why) => {
  const work = playWork(working(), buildContext(), given(executor, facts))

  expect(work.execution?.nodes['T1']).toMatchObject({ executor: 'codex' })
  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', why, next: '`@ada`, `@bo` may push here' }])
})

test.each(['shell', 'patch'])('a task that spells nothing out is not given to %s', (executor) => {
  const work = playWork(working(), buildContext(), assign(executor))

  expect(work.execution?.nodes['T1']).toMatchObject({ executor: 'codex' })
  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', why: expect.stringContaining('and it has none') }])
})

test('a plan says whom it names in vain, and is not approved', () => {
  const context = buildContext()
  const named = [buildTask({ id: 'T1', executor: '@cy' }), buildTask({ id: 'T2', executor: 'shell' })]
  const approve = { ...comment([{ kind: 'approve_plan', hash: null }]), assignees: reader } as WorkEvent
  const drafting = playWork(nothingYet(), context, labelled())
  const drafted = { ...planDrafted(drafting, { tasks: named }), assignees: reader } as WorkEvent
  const before = playWork(drafting, context, drafted)

  const work = playWork(before, context, approve)

  expect(before.plan?.notes).toEqual([
    expect.stringMatching(/^Nobody here can do T1 \(`@cy` has only the role `read`.*T2 \(`shell` runs .*may push here/),
  ])
  expect(recordOf(work).phase).toBe('proposed')
  expect(repliesOf(work)).toMatchObject([
    { kind: 'refused', why: expect.stringMatching(/^T1 can't be done: `@cy` .*; T2 can't be done: `shell` /) },
  ])
})

test('where GitHub does not say who could, the refusal says how to name somebody', () => {
  const work = playWork(working(), buildContext(), given('@ghost', { ...ghost, writers: [] }))

  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', next: expect.stringContaining('/assign T1 @login') }])
})

test('an agent that this server knows and can’t start is told with what is to be done, at planning, approval and /assign', () => {
  const lack = "isn't installed on this server: `install it` on the server installs it"
  const context = { ...buildContext(), lacking: { codex: lack } }
  const before = proposed(context, { tasks: [buildTask({ id: 'T1', executor: 'codex' })] })

  const refused = playWork(before, context, comment([{ kind: 'approve_plan', hash: null }]))
  const assigned = playWork(before, context, assign('codex'))

  expect(before.plan?.notes).toContainEqual(expect.stringContaining(`T1 (\`codex\` ${lack})`))
  expect(repliesOf(refused)).toMatchObject([{ kind: 'refused', why: `T1 can't be done: \`codex\` ${lack}` }])
  expect(repliesOf(assigned)).toMatchObject([
    { kind: 'refused', why: `\`codex\` ${lack}`, next: expect.stringContaining('there are') },
  ])
})

test('where others may take over, the plan names the next that can work and why, and one that goes away later keeps nothing from being approved', () => {
  const lack = "isn't installed on this server"
  const own = buildContext()
  const run = { ...own.configuration.run, fallback: ['codex', 'claude', 'human'] }
  const context = { ...own, configuration: { ...own.configuration, run } }
  const tasks = [buildTask({ id: 'T1', executor: 'codex' })]

  const settled = proposed({ ...context, lacking: { codex: lack, claude: lack } }, { tasks })
  const later = playWork(
    proposed(context, { tasks }),
    { ...context, lacking: { codex: lack } },
    comment([{ kind: 'approve_plan', hash: null }]),
  )

  expect(settled.plan?.tasks[0]).toMatchObject({ executor: 'human', executor_why: `\`codex\` ${lack}` })
  expect(settled.plan?.notes.join()).not.toContain('Nobody here can do')
  expect(later.record?.phase).toBe('working')
})
