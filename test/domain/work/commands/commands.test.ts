import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../../../../src/domain/configuration/sections/roles.ts'
import { parseSlashCommands } from '../../../../src/domain/commands/parse-slash-commands.ts'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { buildConfiguration, buildCriterion, buildTask } from '../../../support/builders.ts'
import { actionOf, approvedBy, bo } from '../../../support/gate/play-gate.ts'
import {
  acceptWork,
  actor,
  at,
  buildContext,
  buildIssue,
  type Command,
  comment,
  labelled,
  nothingYet,
  owedOf,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  working,
} from '../../../support/work/play-work.ts'
import { settleOwed, settleWorkByWorld } from '../../../support/work/settle-work.ts'

const manual = buildCriterion({ id: 'AC-2', check_method: 'manual_review', severity: 'major' })
const tasks = [buildTask({ acceptance_criteria: [buildCriterion(), manual] })]

/** T1 was made and waits for a person's judgement. */
function awaitingJudgement(context = buildContext(), plan = tasks) {
  return settleOwed(working(context, { tasks: plan }), context, plan, ['run_task', 'review_version'])
}

const minimum: [string, Command, Role][] = [
  ['/plan', { kind: 'plan' }, 'triage'],
  ['/status', { kind: 'status' }, 'triage'],
  ['/approve', { kind: 'approve_plan', hash: null }, 'write'],
  ['/approve T1', { kind: 'approve_task', task: 'T1', criteria: [], why: '' }, 'write'],
  ['/reject T1', { kind: 'reject_task', task: 'T1', criteria: [], why: 'no' }, 'write'],
  ['/retry', { kind: 'retry', task: null }, 'write'],
  ['/pause', { kind: 'pause' }, 'write'],
  ['/resume', { kind: 'resume' }, 'write'],
  ['/stop', { kind: 'stop', why: '' }, 'write'],
  ['/replan', { kind: 'replan', guidance: 'otherwise', fresh: false }, 'write'],
  ['/split', { kind: 'split', task: 'T1' }, 'write'],
  ['/assign', { kind: 'assign', task: 'T1', executor: 'human' }, 'write'],
  ['/waive', { kind: 'waive', task: 'T1', criterion: 'AC-1', why: 'no' }, 'maintain'],
  ['/list', { kind: 'list' }, 'triage'],
  ['/doctor', { kind: 'doctor', fix: false }, 'write'],
  ['/doctor fix', { kind: 'doctor', fix: true }, 'maintain'],
  ['/export', { kind: 'export', include_candidates: false, supporting: null, partial: true }, 'maintain'],
]

describe('who may do what (design 2.4)', () => {
  for (const [name, command, least] of minimum) {
    for (const role of [null, ...roles]) {
      const may = role !== null && roles.indexOf(role) >= roles.indexOf(least)
      test(`${name} by somebody with ${role ?? 'no role'} is ${may ? 'heard' : 'denied'}`, () => {
        const by = actor(role, 'bo', 2)

        const { work } = acceptWork(awaitingJudgement(), comment([command], { by }))

        const denials = repliesOf(work).filter((reply) => reply.kind === 'no_permission')
        const denied = {
          kind: 'no_permission',
          login: 'bo',
          name: name === '/doctor fix' ? name : name.split(' ')[0],
          has: role ?? 'none',
          needs: least,
        }
        expect(denials).toEqual(may ? [] : [denied])
      })
    }
  }

  test.each([null, ...roles])('/help by somebody with the role %s is heard', (role) => {
    const { work } = acceptWork(working(), comment([{ kind: 'help' }], { by: actor(role, 'bo', 2) }))

    expect(repliesOf(work)).toEqual([{ kind: 'help' }])
    expect(owedOf(work, 'react').at(-1)).toMatchObject({ content: 'EYES' })
  })

  test('/help takes a role where the configuration asks for one', () => {
    const context = buildContext({ configuration: buildConfiguration({ roles: { help: 'triage' } }) })

    const { work } = acceptWork(working(), comment([{ kind: 'help' }], { by: actor('read') }), context)

    expect(repliesOf(work)).toMatchObject([{ kind: 'no_permission', needs: 'triage' }])
  })

  test('a denied command changes nothing but the answer', () => {
    const before = awaitingJudgement()

    const { work } = acceptWork(before, comment([{ kind: 'stop', why: '' }], { by: actor('triage') }))

    expect(recordOf(work).phase).toBe('working')
    expect(work.execution).toEqual(before.execution)
    expect(owedOf(work, 'react').at(-1)).toMatchObject({ content: 'CONFUSED' })
  })

  test('roles are raised or lowered in the configuration', () => {
    const context = buildContext({ configuration: buildConfiguration({ roles: { control: 'admin' } }) })

    const { work } = acceptWork(proposed(context), comment([{ kind: 'approve_plan', hash: null }]), context)

    expect(repliesOf(work)).toMatchObject([{ kind: 'no_permission', needs: 'admin' }])
  })

  test('a bare /approve in a task pull request takes the role of a review, not of control', () => {
    const context = buildContext({ configuration: buildConfiguration({ roles: { control: 'admin' } }) })
    const before = awaitingJudgement()
    const place = { kind: 'task_pull_request', task: 'T1' } as const

    const { work } = acceptWork(
      before,
      comment([{ kind: 'approve_plan', hash: null }], { by: actor('write', 'bo', 2), place }),
      context,
    )

    expect(work.execution && actionOf({ execution: work.execution }).merge).toBe('pending')
  })

  test('a review by somebody without the role is a remark: it does not count, and they are told once', () => {
    const before = awaitingJudgement()
    const review = (by: ReturnType<typeof actor> | null) =>
      at({ kind: 'gate', op: null, by, on: 11, gate: approvedBy(bo) })

    const { work } = acceptWork(before, review(actor('read', 'bo', 2)))

    expect(owedOf(work, 'say')).toEqual([
      {
        kind: 'say',
        number: 11,
        reply: {
          kind: 'review_uncounted',
          login: 'bo',
          verdict: 'approval',
          task: 'T1',
          has: 'read',
          needs: 'write',
        },
      },
    ])
    expect(work.execution).toEqual(before.execution)
    for (const by of [actor('read', 'bo', 2), null])
      expect(decideWork(work, review(by), buildContext())).toMatchObject({ kind: 'refused', silent: true })
  })
})

describe('commands of one comment', () => {
  test('each is carried out in its order and answered on its own', () => {
    const context = buildContext()

    const { work } = acceptWork(
      proposed(context),
      comment([{ kind: 'approve_plan', hash: null }, { kind: 'pause' }, { kind: 'pause' }]),
      context,
    )

    expect(recordOf(work)).toMatchObject({ phase: 'working', paused: { by: 'ada' } })
    expect(repliesOf(work)).toMatchObject([
      { kind: 'carried_out', what: expect.stringContaining('Paused') },
      { kind: 'refused', name: '/pause' },
    ])
    expect(owedOf(work, 'react').at(-1)).toEqual({
      kind: 'react',
      target: { kind: 'comment', node_id: 'IC_1' },
      content: 'EYES',
    })
  })

  test('one remark says of one criterion that it holds and of another that it does not, in any order', () => {
    const third = { ...manual, id: 'AC-3' }
    const both = [buildTask({ acceptance_criteria: [buildCriterion(), manual, third] })]
    const context = buildContext()

    const { work } = acceptWork(
      awaitingJudgement(context, both),
      comment([
        { kind: 'reject_task', task: 'T1', criteria: ['AC-2'], why: 'no header' },
        { kind: 'approve_task', task: 'T1', criteria: ['AC-3'], why: '' },
      ]),
      context,
    )

    expect(work.execution?.reviews.at(-1)).toMatchObject({
      verdict: 'REJECTED',
      criteria: [{ result: 'pass' }, { id: 'AC-2', result: 'fail' }, { id: 'AC-3', result: 'pass', judge: 'ada' }],
    })
    expect(repliesOf(work).filter(({ kind }) => kind === 'refused')).toEqual([])
  })

  test('who speaks to the bot is told the command for it, with the plan that there is', () => {
    const before = proposed()
    const event = comment([])
    if (event.kind !== 'commands_given') throw new Error('a comment')

    const { work } = acceptWork(before, {
      ...event,
      problems: [{ kind: 'mentioned', line: 1, name: 'approve', meant: null }],
    })

    const hash = before.plan?.hash.slice(0, 7)
    expect(repliesOf(work)).toEqual([
      { kind: 'mentioned', usage: `\`/approve plan@${hash}\` or \`/approve T1 [AC-1]\`` },
    ])
    expect(recordOf(work).phase).toBe('proposed')
  })

  test('who speaks of approving while the plan is worked on is not told to approve the plan', () => {
    const event = comment([])
    if (event.kind !== 'commands_given') throw new Error('a comment')
    const problems = [{ kind: 'mentioned' as const, line: 1, name: 'approve', meant: null }]

    const { work } = acceptWork(working(), { ...event, problems })

    expect(repliesOf(work)).toEqual([{ kind: 'mentioned', usage: '`/approve T1 [AC-1]`' }])
  })

  test.each([
    ['plan', proposed(), `/approve plan@${proposed().plan?.hash.slice(0, 7)}`],
    ['task that waits', awaitingJudgement(), '/approve T1'],
  ])('who may have meant to approve the %s is told how, once', (_what, before, usage) => {
    const hinted = (by = actor('write', 'bo', 2)) => {
      const event = comment([], { by })
      const problem = { kind: 'hinted' as const, line: 1, said: 'merge', name: 'approve' }
      return { ...event, problems: [problem] } as typeof event
    }

    const { work } = acceptWork(before, hinted())

    expect(repliesOf(work)).toEqual([{ kind: 'hinted', said: 'merge', usage, own: false }])
    expect(owedOf(work, 'react').filter(({ content }) => content === 'CONFUSED')).toEqual([])
    expect(decideWork(work, hinted(), buildContext())).toMatchObject({ kind: 'refused', silent: true })
    expect(decideWork(work, hinted(actor('read', 'eve', 9)), buildContext())).toMatchObject({ silent: true })
    expect(decideWork(nothingYet(), hinted(), buildContext())).toMatchObject({ kind: 'refused', silent: true })
  })

  test('what is no command is answered with a usage, the rest still heard', () => {
    const event = comment([{ kind: 'status' }])
    if (event.kind !== 'commands_given') throw new Error('a comment')
    const problems = [
      { kind: 'unknown_command' as const, line: 2, name: 'aprove', suggestion: 'approve' },
      {
        kind: 'bad_arguments' as const,
        line: 3,
        name: 'reject',
        problem: 'it does not say why',
        usage: '/reject T1 <why>',
      },
    ]

    const { work } = acceptWork(working(), { ...event, problems })

    expect(repliesOf(work).map((reply) => reply.kind)).toEqual(['unknown_command', 'bad_arguments', 'status'])
  })

  test.each([
    ['split', 'it must name the task', '`/split T2`', '`/split T7`'],
    [
      'waive',
      'it does not say why',
      '`/waive T2 AC-3 <why>` or `/waive tests <why>`',
      '`/waive T7 AC-1 <why>` or `/waive tests <why>`',
    ],
    ['approve', 'no hash', '`/approve plan@1a2b3c4`', '`/approve plan@hash`'],
  ])('a wrong /%s is shown right with what this issue has', (name, problem, usage, shown) => {
    const before = proposed(buildContext(), { tasks: [buildTask({ id: 'T7' })] })
    const event = comment([])
    if (event.kind !== 'commands_given') throw new Error('a comment')
    const problems = [{ kind: 'bad_arguments' as const, line: 1, name, problem, usage }]

    const { work } = acceptWork(before, { ...event, problems })

    const right = shown.replace('@hash', `@${before.plan?.hash.slice(0, 7)}`)
    expect(repliesOf(work)).toEqual([{ kind: 'bad_arguments', name, problem, usage: right }])
  })

  test.each([
    ['T8', '`/split T8`'],
    ['T9', '`/split T7`'],
  ])('a wrong command about %s is shown right as %s', (task, usage) => {
    const before = proposed(buildContext(), { tasks: [buildTask({ id: 'T7' }), buildTask({ id: 'T8' })] })
    const event = comment([])
    if (event.kind !== 'commands_given') throw new Error('a comment')
    const { problems } = parseSlashCommands(`/split ${task} in two`, 'issue')

    const { work } = acceptWork(before, { ...event, problems })

    expect(repliesOf(work)).toMatchObject([{ kind: 'bad_arguments', usage }])
  })

  test('a wrong /approve shows no hash where there is no plan', () => {
    const event = comment([])
    if (event.kind !== 'commands_given') throw new Error('a comment')
    const usage = '`/approve plan@1a2b3c4` or `/approve T1 [AC-2]`'
    const problems = [{ kind: 'bad_arguments' as const, line: 1, name: 'approve', problem: 'no hash', usage }]

    const { work } = acceptWork(playWork(nothingYet(), buildContext(), labelled()), { ...event, problems })

    expect(repliesOf(work)).toMatchObject([{ usage: '`/approve plan@…` or `/approve T1 [AC-2]`' }])
  })

  test('answers go where the comment stands', () => {
    const place = { kind: 'task_pull_request', task: 'T1' } as const

    const { work } = acceptWork(working(), comment([{ kind: 'plan' }], { place }))

    expect(owedOf(work, 'say')).toMatchObject([{ number: 11, reply: { kind: 'refused', name: '/plan' } }])
  })

  test('a command that names no task outside a task pull request asks for one', () => {
    const { work } = acceptWork(
      working(),
      comment([{ kind: 'approve_task', task: null, criteria: [], why: '' }], { place: { kind: 'other_pull_request' } }),
    )

    expect(repliesOf(work)).toMatchObject([{ kind: 'refused', why: 'it does not say which task' }])
  })

  test('/retry without a task tries again all that wait for a decision or for CI', () => {
    const context = buildContext()
    const two = [buildTask({ id: 'T1' }), buildTask({ id: 'T2' }), buildTask({ id: 'T3' })]
    let work = working(context, { tasks: two })
    for (const { op, action } of recordOf(work).outbox) {
      if (action.kind !== 'run_task' || action.task === 'T3') continue
      const gate = {
        kind: 'run_failed' as const,
        task: action.task,
        run_id: action.run_id,
        reason: 'no',
        stuck: true,
        receipt: null,
      }
      work = playWork(work, context, at({ kind: 'gate', op, by: null, on: null, gate }))
    }
    expect(['T1', 'T2'].map((id) => work.execution?.nodes[id]?.state)).toEqual(['WAITING_EXTERNAL', 'WAITING_EXTERNAL'])

    work = playWork(work, context, comment([{ kind: 'retry', task: null }]))

    expect(['T1', 'T2'].map((id) => work.execution?.nodes[id]?.state)).toEqual(['RUNNING', 'RUNNING'])
  })

  test('/export before all is approved wants `partial`', () => {
    const asked = { kind: 'export', include_candidates: true, supporting: null } as const
    const refused = acceptWork(working(), comment([{ ...asked, partial: false }])).work
    expect(repliesOf(refused)).toMatchObject([{ kind: 'refused', name: '/export' }])

    const { work } = acceptWork(working(), comment([{ ...asked, partial: true }]))

    expect(owedOf(work, 'export')).toEqual([
      {
        kind: 'export',
        plan_id: 'SOL-ISS-007-1',
        include_candidates: true,
        include_supporting: true,
        partial: true,
        by: 'ada',
      },
    ])
  })

  test.each([
    [true, null, true],
    [true, false, false],
    [false, null, false],
    [false, true, true],
  ])('where %s is configured, /export with %s takes supporting tasks: %s', (configured, asked, taken) => {
    const configuration = buildConfiguration({ export: { include_supporting: configured } })
    const command = { kind: 'export', include_candidates: false, supporting: asked, partial: true } as const

    const { work } = acceptWork(working(), comment([command]), buildContext({ configuration }))

    expect(owedOf(work, 'export')).toMatchObject([{ include_supporting: taken }])
  })

  test('/export without what only supports needs the deliverable alone to be done', () => {
    const work = working()
    const [goal] = work.plan?.goals ?? []
    if (goal?.final_deliverable_spec) goal.final_deliverable_spec.include_children = ['T1']
    Object.assign(work.execution?.nodes['T1'] ?? {}, { state: 'DONE' })
    const ask = (supporting: boolean) =>
      owedOf(
        acceptWork(work, comment([{ kind: 'export', include_candidates: false, supporting, partial: false }])).work,
        'export',
      )

    expect(ask(true)).toEqual([])
    expect(ask(false)).toMatchObject([{ include_supporting: false, partial: false }])
  })
})

describe('an issue that is not registered', () => {
  test('the label by somebody who may registers it and asks for a plan', () => {
    const { work } = acceptWork(nothingYet(), labelled())

    expect(recordOf(work)).toMatchObject({
      id: 'ISS-007',
      phase: 'drafting',
      plan_id: 'SOL-ISS-007-1',
      frozen: { by: 'ada' },
    })
    expect(owedOf(work, 'draft_plan')).toEqual([{ kind: 'draft_plan', plan_id: 'SOL-ISS-007-1', guidance: null }])
  })

  test('/plan by somebody who may registers it', () => {
    expect(recordOf(acceptWork(nothingYet(), comment([{ kind: 'plan' }], { by: actor('triage') })).work).phase).toBe(
      'drafting',
    )
  })

  test('the label by somebody who may not is answered, nothing is saved', () => {
    const decision = decideWork(nothingYet(), labelled(actor('read', 'eve', 9)), buildContext())

    const reply = { kind: 'no_permission', login: 'eve', name: 'the label', has: 'read', needs: 'triage' }
    expect(decision).toEqual({ kind: 'answered', effects: [{ kind: 'say', number: 7, reply }], to: null })
  })

  test('other commands are told that there is no plan; /help helps', () => {
    const decision = decideWork(nothingYet(), comment([{ kind: 'stop', why: '' }, { kind: 'help' }]), buildContext())

    expect(decision).toMatchObject({
      kind: 'answered',
      effects: [
        {
          reply: {
            kind: 'several',
            answers: [{ kind: 'refused', name: '/stop', next: '`/plan` makes one' }, { kind: 'help' }],
          },
        },
      ],
    })
  })

  test('who may not is told the role that the command takes, not that of `/plan`', () => {
    const decision = decideWork(
      nothingYet(),
      comment([{ kind: 'waive', task: 'T1', criterion: 'AC-1', why: 'x' }], { by: actor('read', 'eve', 9) }),
      buildContext(),
    )

    const reply = { kind: 'no_permission', login: 'eve', name: '/waive', has: 'read', needs: 'maintain' }
    expect(decision).toMatchObject({ kind: 'answered', effects: [{ kind: 'react' }, { reply }] })
  })

  test('/plan on a pull request is told where it belongs', () => {
    const event = comment([{ kind: 'plan' }], { place: { kind: 'other_pull_request' } })

    expect(decideWork(nothingYet(), event, buildContext())).toMatchObject({
      kind: 'answered',
      effects: [{ reply: { kind: 'not_on_pull_request' } }],
    })
  })

  test('what is not meant for it is refused in silence', () => {
    const event = at({ kind: 'issue_edited', issue: buildIssue() })

    expect(decideWork(nothingYet(), event, buildContext())).toMatchObject({ kind: 'refused', silent: true })
  })
})

test('the whole way with people and world that help', () => {
  const { work } = settleWorkByWorld(acceptWork(nothingYet(), labelled()).work, buildContext(), tasks)

  expect(recordOf(work)).toMatchObject({
    phase: 'completed',
    label: 'countersign: ready',
    final_pull_request: { state: 'open' },
  })
})

describe('a command that is not carried out says why, and gets no eyes', () => {
  const cases: [string, Command, string][] = [
    ['approving with the hash of another plan', { kind: 'approve_plan', hash: 'fffffff' }, 'stale_plan'],
    ['retrying before the plan is approved', { kind: 'retry', task: 'T1' }, 'refused'],
  ]
  for (const [what, command, answer] of cases) {
    test(`it is so for ${what}`, () => {
      const { work } = acceptWork(proposed(), comment([command]))

      expect(repliesOf(work).map((reply) => reply.kind)).toEqual([answer])
      expect(owedOf(work, 'react').at(-1)).toMatchObject({ content: 'CONFUSED' })
    })
  }

  test('stopping twice', () => {
    const stopped = acceptWork(working(), comment([{ kind: 'stop', why: '' }])).work

    const { work } = acceptWork(stopped, comment([{ kind: 'stop', why: '' }]))

    expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', why: 'stopped already' })
  })
})

test('/resume while a branch is still lost says what puts it back', () => {
  const context = buildContext()
  const branch = 'countersign/ISS-007/1/T1'
  const lost = at({ kind: 'branch_lost' as const, branch, how: 'force-pushed' as const, by: 'eve' })
  const paused = playWork(awaitingJudgement(context), context, lost)
  const resume = (branches: string[]) => ({ ...comment([{ kind: 'resume' }]), lost: branches })

  const still = playWork(paused, context, resume([branch]))
  const back = playWork(paused, context, resume([]))

  expect(recordOf(still).paused?.cause).toBe('branch')
  expect(repliesOf(still).at(-1)).toEqual({
    kind: 'refused',
    name: '/resume',
    why: '`countersign/ISS-007/1/T1` is still not as recorded',
    next: '`/doctor fix` puts it back, then `/resume` goes on; `/stop` ends the work',
  })
  expect(recordOf(back).paused).toBeNull()
})

test('what was said before the newest version came is not about it', () => {
  const context = buildContext()
  const made = awaitingJudgement(context)
  const late = comment([{ kind: 'approve_task', task: 'T1', criteria: [], why: '' }], {
    by: actor('write', 'bo', 2),
    writtenAt: '2026-11-20T00:00:00Z',
  })

  const work = playWork(made, context, late)

  expect(work.execution).toEqual(made.execution)
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', why: 'version 1 of T1 came after that comment' })
})

test('twenty commands of an outsider are answered once, also where they are all different', () => {
  const eve = actor(null, 'eve', 9)
  const same = Array.from({ length: 20 }, (): Command => ({ kind: 'approve_plan', hash: null }))
  const different = minimum.map(([, command]) => command)
  const answersTo = (commands: Command[], work = proposed(buildContext(), { tasks })) =>
    owedOf(acceptWork(work, comment(commands, { by: eve })).work, 'say')

  expect(answersTo(same)).toMatchObject([{ reply: { kind: 'no_permission', name: '/approve' } }])
  expect(answersTo(different)).toMatchObject([{ reply: { kind: 'several' } }])
  expect(decideWork(nothingYet(), comment(different, { by: eve }), buildContext())).toMatchObject({
    kind: 'answered',
    effects: [{ kind: 'react' }, { reply: { kind: 'several' } }],
  })
})

test('an outsider is answered once in an issue, once more with the list of commands, and then with a reaction', () => {
  const eve = actor('read', 'eve', 9)
  const context = buildContext()
  const said = (commands: Command[], by = eve) => comment(commands, { by })
  const first = playWork(working(context), context, said([{ kind: 'pause' }]), said([{ kind: 'help' }]))
  const settled = settleWorkByWorld(first, context, tasks, 500).work

  const again = playWork(settled, context, said([{ kind: 'resume' }]), said([{ kind: 'help' }]))

  expect(repliesOf(first).map(({ kind }) => kind)).toEqual(['no_permission', 'help'])
  expect(repliesOf(again)).toEqual([])
  expect(owedOf(again, 'react').map(({ content }) => content)).toEqual(['CONFUSED', 'EYES'])
  const other = playWork(settled, context, said([{ kind: 'pause' }], actor(null, 'mo', 10)))
  expect(repliesOf(other)).toMatchObject([{ kind: 'no_permission', login: 'mo' }])
})

test('where nothing is registered, an outsider has one answer that is brought up to date', () => {
  const answers = [comment([{ kind: 'plan' }]), comment([{ kind: 'retry', task: null }])].map((event) =>
    decideWork(nothingYet(), { ...event, by: actor(null, 'eve', 9) } as typeof event, buildContext()),
  )

  expect(answers).toMatchObject([
    { kind: 'answered', to: '9' },
    { kind: 'answered', to: '9' },
  ])
})

test.each<[string, Role, Partial<Record<string, Role>>, Command]>([
  ['whom the configuration lets do something', 'read', { status: 'read' }, { kind: 'status' }],
  ['who has a role that counts here', 'triage', {}, { kind: 'pause' }],
])('%s is no outsider: each comment is answered', (_who, role, roles, command) => {
  const context = buildContext({ configuration: buildConfiguration({ roles }) })
  const ask = (work: Work) => acceptWork(work, comment([command], { by: actor(role, 'eve', 9) }), context).work
  const [first] = owedOf(ask(working(context)), 'say')
  const settled = settleWorkByWorld(ask(working(context)), context, tasks, 500).work

  expect(owedOf(settled, 'say')).toEqual([])
  expect(owedOf(ask(settled), 'say')).toEqual([first])
})

test('of outsiders the newest two hundred are remembered', () => {
  const before = working()
  const outsiders = Array.from({ length: 200 }, (_, index) => String(index + 100))
  const eve = comment([{ kind: 'pause' }], { by: actor(null, 'eve', 9) })

  const work = playWork({ ...before, record: { ...recordOf(before), outsiders } }, buildContext(), eve)

  expect(recordOf(work).outsiders).toEqual([...outsiders.slice(1), '9'])
})

test('where nothing is registered an outsider sees by the reaction whether the answer is new', () => {
  const react = (command: Command) => {
    const event = comment([command], { by: actor('read', 'eve', 9) })
    const decision = decideWork(nothingYet(), event, buildContext())
    return decision.kind === 'answered'
      ? decision.effects.flatMap((one) => (one.kind === 'react' ? [one.content] : []))
      : []
  }

  expect([react({ kind: 'help' }), react({ kind: 'pause' })]).toEqual([['EYES'], ['CONFUSED']])
})

test('where nothing is registered, whom the configuration lets list issues has an answer for each comment', () => {
  const context = buildContext({ configuration: buildConfiguration({ roles: { status: 'read' } }) })
  const event = comment([{ kind: 'list' }], { by: actor('read', 'eve', 9) })

  expect(decideWork(nothingYet(), event, context)).toMatchObject({ kind: 'answered', to: null })
})
